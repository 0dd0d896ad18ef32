import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { ensureBuild } from '../scripts/ensure-build'
import { withCameraPhone } from '../tests/e2e/support/camera-phone'
import type { GameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { startGame } from './phone'
import { median, type Row, report, withSpread } from './report/row'

/** Time from the first camera frame with a code to the next screen, and the size of the decoder. */
const RUNS = 3
const CODE_FILLS = 240

interface Times {
  /** ms from requesting the camera to its first frame: the lower bound of any scanner. */
  readonly firstPicture: number
  /** ms from that frame, which has the code, to the screen it leads to. */
  readonly toNextScreen: number
  /** ms from the tap on the button to the last byte of the decoder. */
  readonly decoderLoaded: number
}

/** Records in the page when the camera was requested, when its first frame came, and when the address changed. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const at: Record<string, number> = {}
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (wanted) => {
      at.asked ??= performance.now()
      return getUserMedia(wanted)
    }
    document.addEventListener('click', () => {
      at.tapped ??= performance.now()
    })
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
    const wasm = page.waitForResponse(/\.wasm$/).then(async (response) => {
      await response.finished()
      return Date.now()
    })
    await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Arkadna zona' }).waitFor()
    const { at, origin } = await page.evaluate(() => {
      const { scanTimes } = window as unknown as { scanTimes: Record<string, number> }
      return { at: scanTimes, origin: performance.timeOrigin }
    })
    const { asked = Number.NaN, picture = Number.NaN, arrived = Number.NaN, tapped = Number.NaN } = at
    times.push({
      firstPicture: picture - asked,
      toNextScreen: arrived - picture,
      decoderLoaded: (await wasm) - origin - tapped,
    })
  })
  const [measured] = times
  if (measured === undefined) throw new Error('the scanner did not arrive')
  return measured
}

function sizeRows(build: string): Row[] {
  const assets = join(build, 'public/assets')
  const names = readdirSync(assets).filter((file) => /(scanner|decoder|zxing).*\.(js|wasm)$/.test(file))
  return names.map((name) => {
    const path = join(assets, name)
    const [bytes, brotli] = [statSync(path).size, brotliCompressSync(readFileSync(path)).length]
    // The build puts a hash of the content into file names.
    const what = `${name.replace(/-[\w-]{8}\./, '.')}, loaded at the first tap on the button`
    return { what, measured: `${bytes} bytes, ${brotli} with brotli` }
  })
}

const build = ensureBuild()
const game = await startGame('scan')
try {
  const runs: Times[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure(game))
  const floor = runs.map(({ firstPicture }) => firstPicture)
  const row = (what: string, times: readonly number[]): Row => ({
    what,
    measured: withSpread(times, ' ms'),
    floor: `the camera's first picture: ${withSpread(floor, ' ms')}`,
    ratio: (median(times) / median(floor)).toFixed(2),
  })
  const toNextScreen = runs.map((run) => run.toNextScreen)
  const decoderLoaded = runs.map((run) => run.decoderLoaded)
  report('page', [
    row('from the first picture with the code to the next screen', toNextScreen),
    row("from the tap on the button to the decoder's last byte", decoderLoaded),
    ...sizeRows(build),
  ])
} finally {
  await game.stop()
}
