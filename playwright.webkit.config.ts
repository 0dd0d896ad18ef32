import { defineConfig } from '@playwright/test'

/**
 * Journeys in WebKitGTK, which has the engine of iPhones. Playwright's own WebKit is a patched build for some systems; an ordinary
 * one is driven over WebDriver (tests/webkit/support), so these journeys use Playwright's runner and fixtures but no page of it.
 */
export default defineConfig({
  testDir: 'tests/webkit',
  globalSetup: './tests/e2e/support/build.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
})
