import { devices, type PlaywrightTestConfig } from '@playwright/test'

/** How journeys run, in every browser. */
export const RUN = {
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // Journeys in real time share the machine with a browser that has no graphics card. A second try tells a broken journey from a flaky one.
  retries: 1,
  // Limits against hanging, not measures of speed: a busy machine is five times slower than a quiet one.
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
} satisfies PlaywrightTestConfig

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
