import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { JOURNEY_FLAGS } from './scripts/browser-flags'
import { findHeadlessShell } from './scripts/find-browser'
import { currentPace } from './scripts/machine'
import { CROATIAN, PHONE } from './tests/e2e/support/settings'

const { workers, patience } = currentPace()

/** Without pictures and copies of the page, which cost a fifth of the processor time: `--trace on` takes those. */
const TRACE = {
  mode: 'retain-on-failure',
  screenshots: false,
  snapshots: false,
  sources: false,
} as const

/** A phone in Chromium. */
function phoneIn(executablePath: string) {
  return {
    ...PHONE,
    trace: TRACE,
    screenshot: 'only-on-failure' as const,
    launchOptions: { executablePath, args: [...JOURNEY_FLAGS] },
  }
}

export default defineConfig({
  testDir: 'tests/e2e',
  // A folder in the ignored one, which itself cannot be replaced where the checkout is read-only.
  outputDir: 'test-results/latest',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A journey that would need a second try is broken, or shows something that is.
  retries: 0,
  // Limits against hanging, not measures of speed: other work may begin after the machine was measured.
  timeout: 120_000 * patience,
  expect: { timeout: 30_000 * patience, toPass: { timeout: 60_000 * patience } },
  reporter: [['list']],
  workers,
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
          executablePath: fileURLToPath(
            new URL('./tests/firefox/support/firefox-for-playwright.ts', import.meta.url),
          ),
        },
      },
    },
    // WebKitGTK, which has the engine of iPhones. Playwright's own WebKit is a patched build for some systems; an ordinary one is
    // driven over WebDriver (tests/webkit/support), so these journeys use Playwright's runner and fixtures but no page of it.
    { name: 'webkit', testDir: 'tests/webkit', workers: 2 },

    // Pictures of what journeys check, into screens/; SCREENS_SCALE=2 takes pictures as sharp as a phone shows them.
    {
      name: 'pictures',
      use: {
        ...phoneIn(findHeadlessShell()),
        deviceScaleFactor: Number(process.env.SCREENS_SCALE ?? 1),
      },
    },
  ],
})
