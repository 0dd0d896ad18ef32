import type { Page } from '@playwright/test'
import { withCameraPhone } from '../tests/e2e/support/camera-phone'
import type { GameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { startGame } from './phone'
import { median, report, withSpread } from './report/row'

/** Time from the first camera frame with a code to the next screen. */
const RUNS = 3
const CODE_FILLS = 240

interface Times {
  /** ms from requesting the camera to its first frame: the lower bound of any scanner. */
  readonly firstPicture: number
  /** ms from that frame, which has the code, to the screen it leads to. */
  readonly toNextScreen: number
}

/** Records in the page when the camera was requested, when its first frame came, and when the address changed. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const at: Record<string, number> = {}
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (wanted) => {
      at.requested ??= performance.now()
      return getUserMedia(wanted)
    }
    document.addEventListener(
      'loadeddata',
      () => {
        at.picture ??= performance.now()
      },
      true,
    )
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'Arkadna zona') at.arrived ??= performance.now()
    }).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { scanTimes: at })
  })
}

async function measure(game: GameProcess): Promise<Times> {
  const times: Times[] = []
  await withCameraPhone(game.url, { sees: [{ text: `${game.url}/s/arkade-01`, scene: { side: CODE_FILLS } }] }, async (page) => {
    await watch(page)
    await createPeople(game).signUp(page, 'mjerac')
    await page.goto('/player')
    await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Arkadna zona' }).waitFor()
    const at = await page.evaluate(() => (window as unknown as { scanTimes: Record<string, number> }).scanTimes)
    const { requested = Number.NaN, picture = Number.NaN, arrived = Number.NaN } = at
    times.push({ firstPicture: picture - requested, toNextScreen: arrived - picture })
  })
  const [measured] = times
  if (measured === undefined) throw new Error('the scanner did not arrive')
  return measured
}

const game = await startGame('scan')
try {
  const runs: Times[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure(game))
  const [floor, times] = [runs.map(({ firstPicture }) => firstPicture), runs.map(({ toNextScreen }) => toNextScreen)]
  report('page', [
    {
      what: 'from the first picture with the code to the next screen',
      measured: withSpread(times, ' ms'),
      floor: `the camera's first picture: ${withSpread(floor, ' ms')}`,
      ratio: (median(times) / median(floor)).toFixed(2),
    },
  ])
} finally {
  await game.stop()
}
