import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Pictures of every screen, into screens/. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/screens',
  testMatch: 'pictures.ts',
  globalTeardown: './tests/screens/contact-sheet.ts',
  use: { ...journeys.use, deviceScaleFactor: 2, trace: 'off' },
})
