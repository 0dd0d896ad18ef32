import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { JOURNEY_FLAGS } from './scripts/browser-flags'
import { findHeadlessShell } from './scripts/find-browser'
import { CROATIAN, PHONE } from './tests/e2e/support/settings'

/** A phone in Chromium. */
function phoneIn(executablePath: string) {
  return { ...PHONE, trace: 'on-first-retry' as const, launchOptions: { executablePath, args: [...JOURNEY_FLAGS] } }
}

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // Journeys in real time share the machine with a browser that has no graphics card. A second try tells a broken journey from a flaky one.
  retries: 1,
  failOnFlakyTests: process.env.FAIL_ON_FLAKY !== undefined,
  // Limits against hanging, not measures of speed: a busy machine is five times slower than a quiet one.
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
  // Two more than CI's cores: journeys wait a good part of their time.
  workers: 4,
  projects: [
    // One project: a worker of another would start a browser and its servers anew.
    { name: 'journeys', use: phoneIn(findHeadlessShell()) },

    // Firefox as its users have it. Playwright's own is a patched build; through this channel it drives an ordinary one over
    // WebDriver BiDi. That part of Playwright is young: see tests/firefox/support.
    {
      name: 'firefox',
      testDir: 'tests/firefox',
      workers: 2,
      use: {
        ...CROATIAN,
        browserName: 'firefox',
        channel: 'moz-firefox',
        viewport: { width: 412, height: 839 },
        launchOptions: {
          executablePath: fileURLToPath(new URL('./tests/firefox/support/firefox-for-playwright.ts', import.meta.url)),
        },
      },
    },
    // WebKitGTK, which has the engine of iPhones. Playwright's own WebKit is a patched build for some systems; an ordinary one is
    // driven over WebDriver (tests/webkit/support), so these journeys use Playwright's runner and fixtures but no page of it.
    { name: 'webkit', testDir: 'tests/webkit', workers: 2 },

    // Pictures of what journeys check, into screens/; SCREENS_SCALE=2 takes pictures as sharp as a phone shows them.
    { name: 'pictures', use: { ...phoneIn(findHeadlessShell()), deviceScaleFactor: Number(process.env.SCREENS_SCALE ?? 1) } },
  ],
})
