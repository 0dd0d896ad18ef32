import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

/**
 * Journeys in Firefox as its users have it. Playwright's own Firefox is a patched build; through this channel it drives an
 * ordinary one over WebDriver BiDi. That part of Playwright is young: see tests/firefox/support.
 */
export default defineConfig({
  testDir: 'tests/firefox',
  globalSetup: './tests/e2e/support/build.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    viewport: { width: 412, height: 839 },
    launchOptions: {
      executablePath: fileURLToPath(new URL('./tests/firefox/support/firefox-for-playwright.ts', import.meta.url)),
    },
  },
})
