import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

const { projects: _, ...shared } = journeys

/** Pictures of every screen, into screens/; SCREENS_SCALE=2 takes them as sharp as a phone shows them, SCREENS_EVENT=large on the large demo event, into screens/large/. */
export default defineConfig({
  ...shared,
  testDir: 'tests/screens',
  testMatch: 'pictures.ts',
  globalTeardown: './tests/screens/contact-sheet.ts',
  use: { ...shared.use, deviceScaleFactor: Number(process.env.SCREENS_SCALE ?? 1), trace: 'off' },
  projects: [{ name: 'still' }, { name: 'motion', use: { contextOptions: { reducedMotion: 'no-preference' } } }],
})
