import type { Page } from '@playwright/test'
import encodeQR from 'qr'
import { callAs } from '../support/call-as'
import { withCameraPhone } from '../support/camera-phone'
import { expect, test } from '../support/journey'
import { openScanner, pressScan, scanner } from '../support/scanner'

/** What the platform's reader may do instead of reading. */
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
]

async function openBroken(page: Page, breakIt: (page: Page) => Promise<unknown>): Promise<Page> {
  const another = await page.context().newPage()
  await breakIt(another)
  await another.goto('/vendor')
  await pressScan(another)
  return another
}

test('fault 72: whatever the browser does instead of reading, a code before the camera and one in a picture are read', async ({
  game,
  page,
  people,
}) => {
  const { team_id } = await people.captain('Pročitani')
  const text = `${game.url}/qr/${team_id}`
  await withCameraPhone(game.url, { sees: [{ text, scene: { side: 240 } }] }, async (phone) => {
    await people.openBoard(phone, 'iva')
    for (const [how, breakIt] of BROKEN) {
      const broken = await openBroken(phone, breakIt)
      await expect(broken, how).toHaveURL(`/qr/${team_id}`)
      await broken.close()
    }
  })
  await people.openBoard(page, 'iva')
  const buffer = Buffer.from(encodeQR(text, 'gif', { scale: 6, border: 4 }))
  // What a picture has of its own is that no next one comes.
  for (const [how, breakIt] of BROKEN.slice(2, 3)) {
    const broken = await openBroken(page, breakIt)
    await scanner(broken).locator('input[type=file]').setInputFiles({ name: 'kod.gif', mimeType: 'image/gif', buffer })
    await expect(broken, `a picture, ${how}`).toHaveURL(`/qr/${team_id}`)
    await broken.close()
  }
})

test('fault 73: with two cards in view the scanner opens the team in the middle, a series gives nothing and says why', async ({
  game,
  people,
}) => {
  const [edge, middle] = [await people.captain('Na Rubu'), await people.captain('U Sredini')]
  const codeOf = ({ team_id }: { team_id: string }, side: number, right: number) => ({
    text: `${game.url}/qr/${team_id}`,
    scene: { side, right },
  })
  const sees = [codeOf(edge, 200, -215), codeOf(middle, 200, 40)]
  await withCameraPhone(game.url, { sees }, async (phone) => {
    await people.openBoard(phone, 'iva')
    await pressScan(phone)
    await expect(phone).toHaveURL(`/qr/${middle.team_id}`)
    await expect(scanner(phone)).toBeHidden()

    await phone.goto('/vendor')
    await phone.getByRole('button', { name: /^Pobjeda: dodjela u nizu/ }).click()
    await expect(phone.getByText('Dvije kartice u kadru. Pokažite samo jednu.')).toBeVisible()
    expect((await callAs(phone, 'listAwards', {})).awards).toEqual([])
  })
})

/** The device of the camera whose picture the scanner shows. */
const shownCamera = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
    return track?.getSettings().deviceId ?? null
  })

test("'Druga kamera' changes between the cameras and is kept; one that is gone is not waited for, and one taken away says what to do", async ({
  game,
  people,
}) => {
  await withCameraPhone(game.url, 'two', async (phone) => {
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
    const busy = 'Kamera nije dostupna. Zatvorite druge aplikacije koje je koriste i pokušajte ponovno.'
    await expect(scanner(phone).getByText(busy)).toBeVisible()

    await phone.evaluate(() => localStorage.setItem('geek-camera', 'odspojena'))
    await scanner(phone).getByRole('button', { name: 'Pokušaj ponovno s kamerom' }).click()
    await expect(other).toBeVisible()
    expect(await shownCamera(phone)).toBe(first)
  })
})
