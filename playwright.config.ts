import { defineConfig } from '@playwright/test'
import { JOURNEY_FLAGS } from './scripts/browser-flags'
import { findBrowser, findHeadlessShell } from './scripts/find-browser'
import { PHONE, RUN } from './tests/e2e/support/settings'

const launchIn = (executablePath: string) => ({
  launchOptions: { executablePath, args: [...JOURNEY_FLAGS] },
})

export default defineConfig({
  ...RUN,
  testDir: 'tests/e2e',
  // Two more than CI's cores: journeys wait a good part of their time.
  workers: 4,
  failOnFlakyTests: process.env.FAIL_ON_FLAKY !== undefined,
  use: { ...PHONE, trace: 'on-first-retry', ...launchIn(findBrowser()) },
  projects: [
    { name: 'journeys', testMatch: /e2e.(journeys|faults)./, use: launchIn(findHeadlessShell()) },
    // What a screen shows and does with a network, which the worker has no part in. Installing it on each phone would take a sixth
    // of the suite's time.
    { name: 'screens', testMatch: /e2e.screens./, use: { ...launchIn(findHeadlessShell()), serviceWorkers: 'block' } },
    // Installing the app, and its main path. All others run in the headless shell, which takes a fifth less time.
    { name: 'whole browser', testMatch: /e2e.whole-browser./ },
  ],
})
