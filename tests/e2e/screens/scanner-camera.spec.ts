import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { withCameraPhone } from '../support/camera-phone'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { expect, test } from '../support/journey'
import { giveNfc, showPage, touchTag } from '../support/nfc-phone'
import type { Scene } from '../support/qr-video'
import { foundTeam, teamIdOf } from '../support/teams'
import { withoutStream } from '../support/without-stream'

const AIM = 'Usmjerite kameru prema QR kodu.'
const scanner = (page: Page) => page.getByRole('dialog', { name: 'Skeniranje' })

async function openScanner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
  await expect(scanner(page)).toBeVisible()
}

async function expectSays(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(scanner(page).getByText(text, { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expectFitsSmallPhone(page)
}

/** The states of all camera tracks that the page has had so far. */
async function watchCamera(page: Page): Promise<() => Promise<readonly MediaStreamTrackState[]>> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { cameraTracks: tracks })
  })
  return () =>
    page.evaluate(() => {
      const { cameraTracks } = window as unknown as { cameraTracks: MediaStreamTrack[] }
      return cameraTracks.map(({ readyState }) => readyState)
    })
}

/** Reports the camera permission as 'prompt', because Chromium's auto-accepting fake camera reports 'granted'. */
async function forgetCameraPermission(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = async (wanted) => {
      const status = await query(wanted)
      if (wanted.name === 'camera') Object.defineProperty(status, 'state', { value: 'prompt' })
      return status
    }
  })
}

const face: Scene = { side: 240 }
const scenes: readonly (readonly [how: string, Scene])[] = [
  ["at arm's length", { side: 110 }],
  ['turned and held at a slant', { side: 260, turned: 37, slant: 0.5 }],
  ['half in the shade', { ...face, shade: 0.35 }],
  ['white on black', { ...face, inverted: true }],
  ['on a bright screen', { ...face, glare: 0.8 }],
]

for (const [how, scene] of scenes) {
  test(`a code ${how} is read and opened at once`, async ({ game, people }) => {
    await withCameraPhone(game.url, { sees: `${game.url}/s/arkade-01`, scene }, async (page) => {
      await people.signUp(page, 'kamera')
      await page.goto('/player')
      await openScanner(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Arkadna zona' })).toBeVisible()
      await expect(page).toHaveURL('/s/arkade-01')
      await expect(scanner(page)).toBeHidden()
    })
  })
}

test("a booth's staff point the camera at a team's code and reach its award screen", async ({ game, people, phone }) => {
  const captain = await phone()
  await foundTeam(captain, people, 'Slikani')
  const teamId = await teamIdOf(captain)
  await withCameraPhone(game.url, { sees: `${game.url}/qr/${teamId}`, scene: face }, async (page) => {
    const tracks = await watchCamera(page)
    await people.openBoard(page, 'iva')
    await openScanner(page)
    await expect(page.getByRole('heading', { name: 'Slikani' })).toBeVisible()
    await expect(page).toHaveURL(`/qr/${teamId}`)
    expect(await tracks(), 'the camera is released').toEqual(['ended'])
  })
})

test('the decoder is not loaded before the scanner opens, and comes only from the app’s origin', async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: 'https://zlo.example/s/a', scene: face }, async (page) => {
    await withoutStream(page.context())
    const loaded: URL[] = []
    page.context().on('request', (request) => {
      // The worker fetches the decoder too, later, for offline scans.
      if (request.serviceWorker() === null) loaded.push(new URL(request.url()))
    })
    await people.signUp(page, 'lagana')
    await page.goto('/player')
    await expect(page.getByRole('button', { name: 'Skeniraj', exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const named = (name: RegExp) => loaded.map(({ pathname }) => pathname).filter((pathname) => name.test(pathname))
    expect(named(/scanner-dialog|decoder|zxing|\.wasm/)).toEqual([])

    const wasm = page.waitForResponse(/\.wasm$/)
    await openScanner(page)
    await expect(scanner(page).getByText('QR kod nije dio ove igre.')).toBeVisible()
    expect(named(/decoder-worker/)).toHaveLength(1)
    expect((await wasm).headers()['content-type']).toBe('application/wasm')
    expect(loaded.filter(({ origin, protocol }) => origin !== game.url && protocol !== 'blob:')).toEqual([])
  })
})

test("the browser's decoder is used if it supports QR codes, and gets inverted codes un-inverted", async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: 'https://zlo.example/', scene: face }, async (page) => {
    const loaded: string[] = []
    page.context().on('request', (request) => {
      if (request.serviceWorker() === null) loaded.push(request.url())
    })
    await page.addInitScript((found) => {
      let before: number | undefined
      class BarcodeDetector {
        static getSupportedFormats = () => Promise.resolve(['ean_13', 'qr_code'])
        // This fake reads only the inverse of the previous picture.
        async detect(picture: ImageData) {
          const brightness = picture.data[0] ?? 0
          const inverted = before !== undefined && Math.abs(before + brightness - 255) <= 1
          before = brightness
          return inverted ? [{ rawValue: found }] : []
        }
      }
      Object.assign(window, { BarcodeDetector })
    }, `${game.url}/s/arkade-01`)
    await people.signUp(page, 'ugradjeni')
    await page.goto('/player')
    // It reads at once, and the scanner is gone as quickly.
    await page.getByRole('button', { name: 'Skeniraj', exact: true }).click()
    await expect(page).toHaveURL('/s/arkade-01')
    expect(loaded.filter((address) => /decoder|\.wasm/.test(address))).toEqual([])
  })
})

test('a foreign code is refused and never opened, and the camera keeps reading', async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: 'https://zlo.example/s/arkade-01', scene: face }, async (page) => {
    await people.signUp(page, 'strana')
    await page.goto('/player')
    await openScanner(page)
    await expectSays(page, AIM, 'QR kod nije dio ove igre.', 'Skenirajte oznaku ili QR kod s ovog natjecanja.')
    await expect(page).toHaveURL('/player')
  })
})

test('the camera is released while the page is hidden and on leaving, and restarted on return', async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: 'https://zlo.example/', scene: face }, async (page) => {
    const tracks = await watchCamera(page)
    await people.signUp(page, 'skrivena')
    await page.goto('/player')
    await openScanner(page)
    await expect(scanner(page).getByText(AIM)).toBeVisible()
    expect(await tracks()).toEqual(['live'])
    await showPage(page, 'hidden')
    expect(await tracks()).toEqual(['ended'])
    await showPage(page, 'visible')
    await expect.poll(tracks).toEqual(['ended', 'live'])
    await page.keyboard.press('Escape')
    await expect(scanner(page)).toBeHidden()
    expect(await tracks()).toEqual(['ended', 'ended'])
  })
})

test('NFC and camera read at the same time; the camera starts only on request', async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: 'https://zlo.example/', scene: { side: 110 } }, async (page) => {
    await giveNfc(page, { permission: 'granted' })
    await forgetCameraPermission(page)
    await people.signUp(page, 'oboje')
    await page.goto('/player')
    await openScanner(page)
    await expectSays(page, 'Prislonite poleđinu mobitela na oznaku.')
    await page.getByRole('button', { name: 'Skeniraj kamerom' }).click()
    await expectSays(page, AIM, 'QR kod nije dio ove igre.', 'Prislonite poleđinu mobitela na oznaku.')
    await touchTag(page, `${game.url}/s/arkade-01`)
    await expect(page).toHaveURL('/s/arkade-01')
  })
})

test('after a refused camera the scanner says how to allow it and offers a picture or the printed code', async ({
  game,
  people,
}) => {
  await withCameraPhone(game.url, 'refused', async (page) => {
    await people.signUp(page, 'odbijena')
    await page.goto('/player')
    await openScanner(page)
    await expectSays(
      page,
      'Pristup kameri je odbijen. Dopustite ga u postavkama preglednika.',
      'Do tada možete odabrati sliku QR koda ili upisati kod s oznake.',
    )
    await expect(page.getByRole('button', { name: 'Pokušaj ponovno s kamerom' })).toBeVisible()
  })
})

test('a device without a camera says so', async ({ game, people }) => {
  await withCameraPhone(game.url, 'none', async (page) => {
    await people.signUp(page, 'bezkamere')
    await page.goto('/player')
    await openScanner(page)
    await expectSays(page, 'Kamera nije pronađena. Odaberite sliku QR koda ili upišite kod s oznake.')
  })
})

test('a decoder that cannot be loaded is reported and tried again', async ({ game, people }) => {
  await withCameraPhone(game.url, { sees: `${game.url}/s/arkade-01`, scene: face }, async (page) => {
    await people.signUp(page, 'bezcitaca')
    await page.goto('/player')
    await page.context().route(/decoder-worker/, (route) => route.abort())
    await openScanner(page)
    await expectSays(page, 'Čitač QR kodova nije se učitao.')
    await page.context().unroute(/decoder-worker/)
    await page.getByRole('button', { name: 'Pokušaj ponovno s kamerom' }).click()
    await expect(page).toHaveURL('/s/arkade-01')
  })
})
