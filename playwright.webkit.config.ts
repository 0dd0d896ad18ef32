import { defineConfig } from '@playwright/test'
import { RUN } from './tests/e2e/support/settings'

/**
 * Journeys in WebKitGTK, which has the engine of iPhones. Playwright's own WebKit is a patched build for some systems; an ordinary
 * one is driven over WebDriver (tests/webkit/support), so these journeys use Playwright's runner and fixtures but no page of it.
 */
export default defineConfig({ ...RUN, testDir: 'tests/webkit', workers: 2 })
