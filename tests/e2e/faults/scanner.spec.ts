import { chromium, type Page } from '@playwright/test'
import encodeQR from 'qr'
import { JOURNEY_FLAGS } from '../../../scripts/browser-flags'
import { findBrowser } from '../../../scripts/find-browser'
import { giveHeldCamera } from '../support/held-camera'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { expectSays, openScanner, scanner } from '../support/scanner'

test.use({ serviceWorkers: 'block' })

/** Ways in which the browser's own BarcodeDetector fails. */
type Fails = 'rejects' | 'hangs' | 'finds nothing' | 'formats hang'

/** Runs in the page, before its scripts. */
function breakReader(how: Fails): void {
  const never = () => new Promise(() => {})
  const fail = () => Promise.reject(new DOMException('service unavailable', 'NotSupportedError'))
  const detects: Partial<Record<Fails, () => Promise<unknown>>> = { rejects: fail, hangs: never }
  class BarcodeDetector {
    static getSupportedFormats = how === 'formats hang' ? never : async () => ['qr_code']
    detect = detects[how] ?? (async () => [])
  }
  Object.assign(window, { BarcodeDetector })
}

function addNoise(): void {
  const { prototype } = CanvasRenderingContext2D
  const read = prototype.getImageData
  prototype.getImageData = function (...where: Parameters<typeof read>) {
    const picture = read.apply(this, where)
    for (let at = 0; at < picture.data.length; at++) picture.data[at] = Math.random() * 256
    return picture
  }
}

const BROKEN: readonly (readonly [how: string, breakIt: (page: Page) => Promise<unknown>])[] = [
  ...(['rejects', 'hangs', 'finds nothing', 'formats hang'] as const).map(
    (how) => [`the reader ${how}`, (page: Page) => page.addInitScript(breakReader, how)] as const,
  ),
  ['the canvas gives noise', (page) => page.addInitScript(addNoise)],
  ['there is no WebAssembly', (page) => page.addInitScript(without, 'WebAssembly')],
]

/** Runs in the page, before its scripts. */
function without(global: string): void {
  Reflect.deleteProperty(window, global)
}

test('faults 72 and 73: of two codes before the camera, the scanner reads the one in the middle', async ({
  game,
  page,
  people,
}) => {
  const [middle, edge] = [await people.captain('U Sredini'), await people.captain('Na Rubu')]
  const addressOf = ({ team_id }: { team_id: string }) => `${game.url}/qr/${team_id}`
  await people.signIn(page, 'iva')
  async function openBroken(breakIt: (page: Page) => Promise<unknown>) {
    const broken = await page.context().newPage()
    const camera = await giveHeldCamera(broken)
    await breakIt(broken)
    await broken.goto('/vendor')
    await openScanner(broken)
    return { broken, camera }
  }
  for (const [how, breakIt] of BROKEN) {
    const { broken, camera } = await openBroken(breakIt)
    await camera.hold(addressOf(middle), addressOf(edge))
    await expect(broken, how).toHaveURL(`/qr/${middle.team_id}`)
    await broken.close()
  }
  // Without a worker no decoder is left: the scanner says so and stops trying.
  const unable = await openBroken((one) => one.addInitScript(without, 'Worker'))
  await expectSays(
    unable.broken,
    'Ovaj preglednik ne može čitati QR kodove. Upišite oznaku ispod koda.',
  )
  await expect(scanner(unable.broken).getByRole('button', { name: /kamer/ })).toHaveCount(0)
  expect(await shownCamera(unable.broken)).toBeNull()
  await unable.broken.close()
  // Unlike a camera, a picture has no next frame, so it must be read at the first try.
  const { broken } = await openBroken((one) =>
    one.addInitScript(breakReader, 'finds nothing' as const),
  )
  const buffer = Buffer.from(encodeQR(addressOf(middle), 'gif', { scale: 6, border: 4 }))
  await scanner(broken)
    .locator('input[type=file]')
    .setInputFiles({ name: 'kod.gif', mimeType: 'image/gif', buffer })
  await expect(broken).toHaveURL(`/qr/${middle.team_id}`)
})

/** The id of the camera whose picture the scanner shows; null if it shows none. */
const shownCamera = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
    return track?.getSettings().deviceId ?? null
  })

/** The scanner opens a camera that was taken away again after this long (ms). */
const REOPEN_MS = 3_000

test("'Druga kamera' switches cameras and remembers the choice, even when a camera is gone or taken away", async ({
  game,
  people,
}) => {
  // Only a flag at the browser's start gives it two cameras.
  const args = [
    ...JOURNEY_FLAGS,
    '--use-fake-device-for-media-stream=device-count=2',
    '--use-fake-ui-for-media-stream',
  ]
  // Start the full browser, because the headless shell gives cameras new ids on each page.
  const browser = await chromium.launch({ executablePath: findBrowser(), args })
  try {
    const phone = await browser.newPage({ baseURL: game.url, serviceWorkers: 'block' })
    // Hold the timer that opens a camera again, so that only the button does.
    await holdTimers(phone, REOPEN_MS, REOPEN_MS)
    await people.openBoard(phone, 'iva')
    await openScanner(phone)
    const other = scanner(phone).getByRole('button', { name: 'Druga kamera' })
    await expect(other).toBeVisible()
    const first = await shownCamera(phone)
    await other.click()
    await expect(other).toBeVisible()
    const second = await shownCamera(phone)
    expect(second).not.toBe(first)

    await phone.reload()
    await openScanner(phone)
    await expect(other).toBeVisible()
    expect(await shownCamera(phone)).toBe(second)
    await other.click()
    await expect.poll(() => shownCamera(phone)).toBe(first)

    await phone.locator('video').evaluate((video: HTMLVideoElement) => {
      const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
      track?.dispatchEvent(new Event('ended'))
    })
    const busy =
      'Kamera nije dostupna. Zatvorite druge aplikacije koje je koriste i pokušajte ponovno.'
    await expect(scanner(phone).getByText(busy)).toBeVisible()

    await phone.evaluate(() => localStorage.setItem('geek-camera', 'odspojena'))
    await scanner(phone).getByRole('button', { name: 'Pokušaj ponovno s kamerom' }).click()
    await expect(other).toBeVisible()
    expect(await shownCamera(phone)).toBe(first)
  } finally {
    await browser.close()
  }
})
