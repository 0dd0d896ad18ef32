import { defineConfig, devices } from '@playwright/test'
import { BROWSER_FLAGS } from './scripts/browser-flags'
import { findBrowser } from './scripts/find-browser'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  // One more than CI's cores: journeys wait a good part of their time.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // Journeys in real time share the machine with a browser that has no graphics card; what passes only the second time is listed as flaky.
  retries: 1,
  // Nobody reads the list of a green run: where this is set, a journey that needs its second try fails it.
  failOnFlakyTests: process.env.FAIL_ON_FLAKY !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Pixel 7'],
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    // The meteors are drawn by the processor where there is no graphics card, and would slow every journey down.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findBrowser(),
      args: [...BROWSER_FLAGS],
    },
  },
})
