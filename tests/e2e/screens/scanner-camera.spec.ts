import type { Page } from '@playwright/test'
import { withCameraPhone } from '../support/camera-phone'
import { expect, test, withoutStream } from '../support/journey'
import { giveNfc, showPage, touchTag } from '../support/nfc-phone'
import { expectSays, openScanner, playerScans, scanner } from '../support/scanner'
import { expectUsable } from '../support/usable'

const AIM = 'Usmjerite kameru prema QR kodu.'

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

/** A further page of the same phone, which has what `give` gives it before it opens. */
async function openAgain(page: Page, path: string, give: (page: Page) => Promise<unknown>): Promise<Page> {
  const another = await page.context().newPage()
  await give(another)
  await another.goto(path)
  return another
}

test('the decoder is loaded when the scanner opens, from the app’s origin; a foreign code is never opened and the camera keeps reading until the page is hidden or left, also beside NFC', async ({
  game,
  people,
}) => {
  await withCameraPhone(game.url, { sees: [{ text: 'https://zlo.example/s/arkade-01', scene: { side: 110 } }] }, async (page) => {
    await withoutStream(page.context())
    const loaded: URL[] = []
    page.context().on('request', (request) => {
      // The worker fetches the decoder too, later, for offline scans.
      if (request.serviceWorker() === null) loaded.push(new URL(request.url()))
    })
    const tracks = await watchCamera(page)
    await people.signUp(page, 'kamera')
    await page.goto('/player')
    await expect(page.getByRole('button', { name: 'Skeniraj', exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const named = (name: RegExp) => loaded.map(({ pathname }) => pathname).filter((pathname) => name.test(pathname))
    expect(named(/scanner-dialog|decoder|zxing|\.wasm/)).toEqual([])
    const wasm = page.waitForResponse(/\.wasm$/)
    await openScanner(page)
    await expectSays(
      page,
      AIM,
      'QR kod nije dio ove igre.',
      'Adresa vodi na zlo.example.',
      'Skenirajte oznaku ili QR kod s ovog natjecanja.',
    )
    await expect(page).toHaveURL('/player')
    expect(named(/decoder-worker/)).toHaveLength(1)
    expect((await wasm).headers()['content-type']).toBe('application/wasm')
    expect(loaded.filter(({ origin, protocol }) => origin !== game.url && protocol !== 'blob:')).toEqual([])

    expect(await tracks()).toEqual(['live'])
    await showPage(page, 'hidden')
    expect(await tracks()).toEqual(['ended'])
    await showPage(page, 'visible')
    await expect.poll(tracks).toEqual(['ended', 'live'])
    await page.keyboard.press('Escape')
    await expect(scanner(page)).toBeHidden()
    expect(await tracks()).toEqual(['ended', 'ended'])

    const withNfc = await openAgain(page, '/player', async (one) => {
      await giveNfc(one, { permission: 'granted' })
      await forgetCameraPermission(one)
    })
    await openScanner(withNfc)
    await expect(scanner(withNfc).getByText('Prislonite poleđinu mobitela na oznaku.')).toBeVisible()
    await withNfc.getByRole('button', { name: 'Skeniraj kamerom' }).click()
    await expectSays(withNfc, AIM, 'QR kod nije dio ove igre.', 'Prislonite poleđinu mobitela na oznaku.')
    await touchTag(withNfc, `${game.url}/s/arkade-01`)
    await expect(withNfc).toHaveURL('/s/arkade-01')
  })
})

test("a booth's staff point the camera at a team's code and reach its award screen, by itself once a decoder that could not be loaded is", async ({
  game,
  people,
}) => {
  const { team_id } = await people.captain('Slikani')
  const slanted = { side: 260, turned: 37, slant: 0.5 }
  await withCameraPhone(game.url, { sees: [{ text: `${game.url}/qr/${team_id}`, scene: slanted }] }, async (page) => {
    const tracks = await watchCamera(page)
    await people.openBoard(page, 'iva')
    await page.context().route(/decoder-worker/, (route) => route.abort())
    await openScanner(page)
    await expectSays(page, 'Čitač QR kodova nije se učitao.')
    await expectUsable(page)
    await page.context().unroute(/decoder-worker/)
    await expect(page.getByRole('heading', { name: 'Slikani' })).toBeVisible()
    await expect(page).toHaveURL(`/qr/${team_id}`)
    await expect(scanner(page)).toBeHidden()
    expect(
      (await tracks()).filter((state) => state !== 'ended'),
      'cameras that are not released',
    ).toEqual([])
  })
})

test('after a refused camera the scanner says how to allow it and offers a picture or the printed code; without one it says so', async ({
  game,
  people,
}) => {
  await withCameraPhone(game.url, 'refused', async (page) => {
    await playerScans(page, people)
    await expectSays(
      page,
      'Pristup kameri je odbijen. Dopustite ga u postavkama preglednika.',
      'Do tada možete odabrati sliku QR koda ili upisati kod s oznake.',
    )
    await expect(page.getByRole('button', { name: 'Pokušaj ponovno s kamerom' })).toBeVisible()
  })
  await withCameraPhone(game.url, 'none', async (page) => {
    await playerScans(page, people)
    await expectSays(page, 'Kamera nije pronađena. Odaberite sliku QR koda ili upišite kod s oznake.')
  })
})
