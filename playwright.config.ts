import { defineConfig, devices } from '@playwright/test'
import { BROWSER_FLAGS } from './scripts/browser-flags'
import { findBrowser, findHeadlessShell } from './scripts/find-browser'

/** Journeys about installing the app, and its main path. All others run in the headless shell, which takes a fifth less time. */
const WHOLE_BROWSER = /(main-path|installable|install-offer|faults.install)\.spec\.ts/

/**
 * Journeys about what a screen shows and does with a network, which the worker has no part in. Installing it on each phone would take a sixth of the suite's time.
 */
const WITHOUT_WORKER =
  /e2e.(every-screen|keyboard|keyboard-dialogs|layers|live-regions|scanner-\w+|tag-writing|tag-sheet|printed-pages|sign-in|card|card-states|theme|forced-colors|kept-clear|celebration|navigation|places|profile|ranking|public-ranking|told|team|board|organiser|organiser-silent-booth|live|terms|two-servers)\.spec\.ts/

/** No phone of a journey lives long enough to earn back what V8's optimizing compilers cost: a tenth of the suite's processor time. */
const WITHOUT_OPTIMIZING = '--js-flags=--no-opt --no-maglev'

/** There is no graphics card that a process of its own would keep at a distance. */
const DRAWN_IN_PLACE = '--in-process-gpu'

const launchIn = (executablePath: string) => ({
  launchOptions: { executablePath, args: [...BROWSER_FLAGS, WITHOUT_OPTIMIZING, DRAWN_IN_PLACE] },
})

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  // Two more than CI's cores: journeys wait a good part of their time.
  workers: 4,
  forbidOnly: process.env.CI !== undefined,
  // Journeys in real time share the machine with a browser that has no graphics card. A second try tells a broken journey from
  // a flaky one; with FAIL_ON_FLAKY both fail the run.
  retries: 1,
  failOnFlakyTests: process.env.FAIL_ON_FLAKY !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    // A phone's screen has seven times the pixels, which without a graphics card cost a seventh of the suite's time.
    deviceScaleFactor: 1,
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    // The meteors are drawn by the processor where there is no graphics card, and would slow every journey down.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    ...launchIn(findBrowser()),
  },
  projects: [
    { name: 'journeys', testIgnore: [WHOLE_BROWSER, WITHOUT_WORKER], use: launchIn(findHeadlessShell()) },
    { name: 'screens', testMatch: WITHOUT_WORKER, use: { ...launchIn(findHeadlessShell()), serviceWorkers: 'block' } },
    { name: 'whole browser', testMatch: WHOLE_BROWSER },
  ],
})
