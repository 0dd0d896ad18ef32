import { devices } from '@playwright/test'

export const CROATIAN = { locale: 'hr-HR', timezoneId: 'Europe/Zagreb' } as const

/** The phone of journeys, whichever way their browser is started. */
export const PHONE = {
  ...devices['Pixel 7'],
  ...CROATIAN,
  // A phone's screen has seven times the pixels, which without a graphics card cost a seventh of the suite's time.
  deviceScaleFactor: 1,
  // The meteors are drawn by the processor where there is no graphics card, and would slow every journey down.
  contextOptions: { reducedMotion: 'reduce' },
} as const
