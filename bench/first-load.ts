import { chromium } from '@playwright/test'
import { BROWSER_FLAGS } from '../scripts/browser-flags'
import { ensureBuild } from '../scripts/ensure-build'
import { findBrowser } from '../scripts/find-browser'
import { startGameProcess } from '../tests/e2e/support/game-process'
import { weighBareStack } from './floors/bare-stack'
import { report } from './report/report'

/** Size on the wire of the scripts of a first visit to the sign-in page, compared with the libraries alone. */
const BUDGET = 105_000

async function weighSignIn(url: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] })
  try {
    // The worker downloads the whole app, but nobody waits for that.
    const page = await browser.newPage({ serviceWorkers: 'block' })
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(`${url}/auth/login`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Prijava' }).waitFor()
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } finally {
    await browser.close()
  }
}

process.env.BUILD_UNDER_TEST = ensureBuild()
const game = await startGameProcess('bench-first-load')
try {
  const [signIn, floor, peer] = [await weighSignIn(game.url), await weighBareStack(false), await weighBareStack(true)]
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  report('first-load', [
    {
      what: 'scripts of the sign-in page on the wire',
      measured: kilobytes(signIn),
      floor: `React with Router and Query alone ${kilobytes(floor)}; with sonner ${kilobytes(peer)}`,
      ratio: (signIn / floor).toFixed(2),
      goal: `at most ${kilobytes(BUDGET)}`,
      verdict: signIn <= BUDGET ? 'met' : 'missed',
    },
  ])
} finally {
  await game.stop()
}
