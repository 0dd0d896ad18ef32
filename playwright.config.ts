import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { JOURNEY_FLAGS } from './scripts/browser-flags'
import { findHeadlessShell } from './scripts/find-browser'
import { currentPace } from './scripts/machine'
import { CROATIAN, PHONE } from './tests/e2e/support/settings'

const { workers, patience } = currentPace()

/**
 * Keeps a trace of each journey that fails, without pictures and copies of the page, which would
 * cost a fifth of the processor time: `--trace on` records these too.
 */
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
  // A subfolder, because Playwright replaces this folder, and in a read-only checkout
  // `test-results` itself cannot be replaced.
  outputDir: 'test-results/latest',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A journey that needs a second try is broken, or has found a defect.
  retries: 0,
  // These limits end journeys that hang. They do not measure speed: other load may begin after the
  // machine was measured.
  timeout: 120_000 * patience,
  expect: { timeout: 30_000 * patience, toPass: { timeout: 60_000 * patience } },
  reporter: [['list']],
  workers,
  projects: [
    // All journeys are one project: workers of a second project would start browsers and servers
    // anew.
    { name: 'journeys', use: phoneIn(findHeadlessShell()) },

    // An ordinary Firefox. Playwright's own Firefox is a patched build; with this channel
    // Playwright drives an ordinary one over WebDriver BiDi, a young part of it: see
    // tests/firefox/support.
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
    // WebKitGTK, which has the engine of iPhones. Playwright's own WebKit is a patched build for
    // some systems; these journeys drive an ordinary one over WebDriver (tests/webkit/support), so
    // they use Playwright's runner and fixtures, but not its `page`.
    { name: 'webkit', testDir: 'tests/webkit', workers: 2 },

    // Saves pictures of the screens that journeys check in screens/. SCREENS_SCALE=2 makes them as
    // sharp as on a phone.
    {
      name: 'pictures',
      use: {
        ...phoneIn(findHeadlessShell()),
        deviceScaleFactor: Number(process.env.SCREENS_SCALE ?? 1),
      },
    },
  ],
})
