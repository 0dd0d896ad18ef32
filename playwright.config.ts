import { defineConfig, devices } from '@playwright/test'
import { JOURNEY_FLAGS } from './scripts/browser-flags'
import { findBrowser, findHeadlessShell } from './scripts/find-browser'

const launchIn = (executablePath: string) => ({
  launchOptions: { executablePath, args: [...JOURNEY_FLAGS] },
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
    { name: 'journeys', testMatch: /e2e.(journeys|faults)./, use: launchIn(findHeadlessShell()) },
    // What a screen shows and does with a network, which the worker has no part in. Installing it on each phone would take a sixth
    // of the suite's time.
    { name: 'screens', testMatch: /e2e.screens./, use: { ...launchIn(findHeadlessShell()), serviceWorkers: 'block' } },
    // Installing the app, and its main path. All others run in the headless shell, which takes a fifth less time.
    { name: 'whole browser', testMatch: /e2e.whole-browser./ },
  ],
})
