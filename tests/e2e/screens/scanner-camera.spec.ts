import type { Page } from '@playwright/test'
import { giveHeldCamera } from '../support/held-camera'
import { expect, test } from '../support/journey'
import { giveNfc, showPage, touchTag } from '../support/nfc-phone'
import { expectSays, HOLD, openScanner, playerScans, scanner } from '../support/scanner'
import { checkState, expectUsable } from '../support/usable'

test.use({ stream: false })

const AIM = 'Usmjerite kameru prema QR kodu.'

/** Returns a function that reads the states of all camera tracks that the page has had so far. */
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

test('the scanner loads its decoder when it opens, and keeps reading until it finds a code of the game', async ({
  page,
  game,
  people,
}) => {
  const foreign = 'https://zlo.example/s/arkade-01'
  const loaded: URL[] = []
  page.context().on('request', (request) => loaded.push(new URL(request.url())))
  const camera = await giveHeldCamera(page)
  const tracks = await watchCamera(page)
  await people.signUp(page, 'kamera')
  await page.goto('/player')
  await expect(page.getByRole('button', { name: 'Skeniraj', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const named = (name: RegExp) =>
    loaded.map(({ pathname }) => pathname).filter((pathname) => name.test(pathname))
  expect(named(/scanner-dialog|decoder|zxing|\.wasm/)).toEqual([])
  await page.route(/decoder-worker/, (route) => route.abort())
  await openScanner(page)
  await camera.hold(foreign)
  await expectSays(page, 'Čitač QR kodova nije se učitao.')
  await expect.poll(tracks).toEqual(['ended'])
  await expectUsable(page, 'scanner-no-decoder')
  const wasm = page.waitForResponse(/\.wasm$/)
  await page.unroute(/decoder-worker/)
  await expectSays(
    page,
    AIM,
    'QR kod nije dio ove igre.',
    'Adresa vodi na zlo.example.',
    'Skenirajte oznaku ili QR kod s ovog natjecanja.',
  )
  await checkState(page, 'scanner-foreign-code')
  await expect(page).toHaveURL('/player')
  expect((await wasm).headers()['content-type']).toBe('application/wasm')
  expect(
    loaded.filter(({ origin, protocol }) => origin !== game.url && protocol !== 'blob:'),
  ).toEqual([])

  await expect.poll(tracks).toEqual(['ended', 'live'])
  await showPage(page, 'hidden')
  await expect.poll(tracks).toEqual(['ended', 'ended'])
  await showPage(page, 'visible')
  await expect.poll(tracks).toEqual(['ended', 'ended', 'live'])
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toBeHidden()
  await expect.poll(tracks).toEqual(['ended', 'ended', 'ended'])

  const withNfc = await page.context().newPage()
  const beside = await giveHeldCamera(withNfc)
  const tracksBeside = await watchCamera(withNfc)
  await giveNfc(withNfc, { permission: 'granted' })
  await withNfc.goto('/player')
  await openScanner(withNfc)
  await expect(scanner(withNfc).getByText(HOLD)).toBeVisible()
  await withNfc.getByRole('button', { name: 'Skeniraj kamerom' }).click()
  await beside.hold(foreign)
  await expectSays(withNfc, AIM, 'QR kod nije dio ove igre.', HOLD)
  await touchTag(withNfc, `${game.url}/s/arkade-01`)
  await expect(withNfc).toHaveURL('/s/arkade-01')
  await expect.poll(tracksBeside).toEqual(['ended'])
})

test('after a refused camera the scanner says how to allow it, and offers other ways', async ({
  page,
  people,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException(
        'played by the test',
        Reflect.get(window, 'hasNoCamera') ? 'NotFoundError' : 'NotAllowedError',
      )
    }
  })
  await playerScans(page, people)
  await expectSays(
    page,
    'Pristup kameri je odbijen. Dopustite ga u postavkama preglednika.',
    'Do tada možete odabrati sliku QR koda ili upisati kod s oznake.',
  )
  await checkState(page, 'scanner-camera-refused')
  await page.evaluate(() => Object.assign(window, { hasNoCamera: true }))
  await page.getByRole('button', { name: 'Pokušaj ponovno s kamerom' }).click()
  await expectSays(page, 'Kamera nije pronađena. Odaberite sliku QR koda ili upišite kod s oznake.')
})
