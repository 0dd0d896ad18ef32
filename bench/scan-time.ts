import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { JOURNEY_FLAGS } from '../scripts/browser-flags'
import { findHeadlessShell } from '../scripts/find-browser'
import type { GameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { PHONE } from '../tests/e2e/support/settings'
import { drawPicture } from '../tests/scanner/qr-picture'
import { startGame } from './phone'
import { median, report, withSpread } from './report/row'

// Measures the time from the first camera frame with a code to the next screen.

const RUNS = 3
const CODE_SIDE_PX = 240

interface Times {
  /**
   * The time from requesting the camera to its first frame (ms), the lower bound for any scanner.
   */
  readonly firstPicture: number
  /** The time from that frame, which has the code, to the screen that the code opens (ms). */
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
      if (document.querySelector('h1')?.textContent === 'Arkadna zona')
        at.arrived ??= performance.now()
    }).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { scanTimes: at })
  })
}

/** Writes a film of a code (y4m), which Chromium's fake camera plays over and over. */
function writeFilm(path: string, text: string): void {
  const { width, height, luma } = drawPicture([{ text, scene: { side: CODE_SIDE_PX } }])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`)
  writeFileSync(path, Buffer.concat([head, luma, Buffer.alloc((width * height) / 2, 128)]))
}

async function measure(game: GameProcess): Promise<Times> {
  const camera = ['device-for-media-stream', 'ui-for-media-stream'].map(
    (fake) => `--use-fake-${fake}`,
  )
  const args = [...JOURNEY_FLAGS, ...camera, `--use-file-for-fake-video-capture=${film}`]
  const browser = await chromium.launch({ executablePath: findHeadlessShell(), args })
  const page = await browser.newPage({
    ...PHONE,
    ...PHONE.contextOptions,
    serviceWorkers: 'block',
    baseURL: game.url,
  })
  await watch(page)
  await createPeople(game).signUp(page, 'mjerac')
  await page.goto('/player')
  await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Arkadna zona' }).waitFor()
  const at = await page.evaluate(
    () => (window as unknown as { scanTimes: Record<string, number> }).scanTimes,
  )
  await browser.close()
  const { requested = Number.NaN, picture = Number.NaN, arrived = Number.NaN } = at
  return { firstPicture: picture - requested, toNextScreen: arrived - picture }
}

const game = await startGame('scan')
const film = `${tmpdir()}/geekquest-${process.pid}.y4m`
try {
  writeFilm(film, `${game.url}/s/arkade-01`)
  const runs: Times[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure(game))
  const [floor, times] = [
    runs.map(({ firstPicture }) => firstPicture),
    runs.map(({ toNextScreen }) => toNextScreen),
  ]
  report('page', [
    {
      what: 'from the first picture with the code to the next screen',
      measured: withSpread(times, ' ms'),
      floor: `the camera's first picture: ${withSpread(floor, ' ms')}`,
      ratio: (median(times) / median(floor)).toFixed(2),
    },
  ])
} finally {
  rmSync(film, { force: true })
  await game.stop()
}
