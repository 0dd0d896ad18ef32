import { devices } from '@playwright/test'

export const CROATIAN = { locale: 'hr-HR', timezoneId: 'Europe/Zagreb' } as const

/** The phone that all journeys imitate, however their browser is started. */
export const PHONE = {
  ...devices['Pixel 7'],
  ...CROATIAN,
  // One pixel per CSS px: a phone's real screen has seven times as many, which without a graphics
  // card would cost a seventh of the suite's time.
  deviceScaleFactor: 1,
  // Without a graphics card the processor draws the meteors, which would slow down every journey.
  contextOptions: { reducedMotion: 'reduce' },
} as const
