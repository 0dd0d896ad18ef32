import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { CROATIAN, RUN } from './tests/e2e/support/settings'

/**
 * Journeys in Firefox as its users have it. Playwright's own Firefox is a patched build; through this channel it drives an
 * ordinary one over WebDriver BiDi. That part of Playwright is young: see tests/firefox/support.
 */
export default defineConfig({
  ...RUN,
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
})
