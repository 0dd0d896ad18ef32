import type { Page } from '@playwright/test'
import { refuseCall } from '../../e2e/support/answers'
import { callAs } from '../../e2e/support/call-as'
import { withCameraPhone } from '../../e2e/support/camera-phone'
import { faults } from '../../e2e/support/faults'
import { giveNfc, type NfcPhoneOptions } from '../../e2e/support/nfc-phone'
import { openScanner as pressScan } from '../../e2e/support/scanner'
import { opened, type Role, type Scene, type Stage, scene } from '../scene'

const BONUS = 'zmaj-7k2p9x4mq8ab'

async function openScanner(page: Page): Promise<void> {
  await page.goto('/player')
  await pressScan(page)
}

function nfcScene(name: string, options: NfcPhoneOptions, says: string): Scene {
  return scene(`scanner-${name}`, 'player', async ({ page }) => {
    await giveNfc(page, options)
    await openScanner(page)
    await page.getByText(says, { exact: false }).waitFor()
  })
}

/** A separate browser with the scene's camera. */
function cameraScene(name: string, camera: Parameters<typeof withCameraPhone>[1], says: string): Scene {
  return {
    name: `scanner-${name}`,
    role: 'player',
    async play({ page, game }, show) {
      await withCameraPhone(game.url, camera, async (phone) => {
        await phone.context().addCookies(await page.context().cookies())
        await openScanner(phone)
        await phone.getByText(says, { exact: false }).waitFor()
        await show(phone)
      })
    },
  }
}

/** The screens of scanned tags. */
function outcome(name: string, role: Role, tag: string, title: string, before?: (stage: Stage) => Promise<unknown>): Scene {
  return opened(`scan-${name}`, role, `/s/${tag}`, (page) => page.getByRole('heading', { level: 1, name: title }), before)
}

const found = (team_name: string) => async (stage: Stage) => void (await callAs(stage.page, 'createTeam', { team_name }))

/** A bonus that the server refuses. */
const refused = (name: string, code: 'EVENT_CLOSED' | 'KEPT_FOR_ORGANISER', title: string) =>
  outcome(name, 'player', BONUS, title, async (stage) => {
    await found('Prerano došli')(stage)
    await refuseCall(stage.page, 'scan', code)
  })

/** The scanner and the screens after a scan. */
export const scanScenes: readonly Scene[] = [
  nfcScene('nfc-ready', { permission: 'granted' }, 'Prislonite poleđinu mobitela na oznaku.'),
  nfcScene('nfc-unasked', { permission: 'prompt' }, 'Za čitanje NFC oznaka preglednik traži vaše dopuštenje.'),
  nfcScene('nfc-refused', { permission: 'denied' }, 'Pristup NFC-u je odbijen.'),
  nfcScene('nfc-off', { permission: 'granted', hardware: 'off' }, 'NFC je isključen.'),
  cameraScene('camera-refused', 'refused', 'Pristup kameri je odbijen.'),
  cameraScene('camera-missing', 'none', 'Kamera nije pronađena.'),
  cameraScene(
    'foreign-code',
    { sees: [{ text: 'https://example.org/s/zmaj', scene: { side: 240 } }] },
    'QR kod nije dio ove igre.',
  ),
  outcome('free-tag', 'player', 'tim-slobodan', 'Slobodna timska oznaka'),
  outcome('free-tag-in-team', 'player', 'tim-slobodan', 'Slobodna timska oznaka', found('Prsten Saturna')),
  outcome('free-tag-staff', 'staff', 'tim-slobodan', 'Slobodna timska oznaka'),
  outcome('team-to-ask', 'player', 'tim-pristup', 'Tim Ledeni divovi', ({ captain }) => captain('Ledeni divovi', 'tim-pristup')),
  outcome('own-team', 'player', 'tim-osnivanje', 'Neptunov trozubac', async ({ page }) => {
    await callAs(page, 'createTeam', { team_name: 'Neptunov trozubac', nfc_id: 'tim-osnivanje' })
  }),
  outcome('bonus', 'player', BONUS, '+7 bodova', found('Lovci na zmajeve')),
  outcome('bonus-again', 'player', BONUS, 'Skriveno blago je već prikupljeno', async (stage) => {
    await found('Dvaput brži')(stage)
    await callAs(stage.page, 'scan', { nfc_id: BONUS })
  }),
  outcome('bonus-needs-team', 'player', BONUS, 'Najprije vam treba tim'),
  outcome('bonus-staff', 'staff', BONUS, 'Skriveno blago za igrače'),
  outcome('booth', 'player', 'arkade-01', 'Arkadna zona', found('Putnici kroz vrijeme')),
  outcome('booth-own', 'staff', 'arkade-01', 'Arkadna zona'),
  outcome('unknown', 'player', 'nema-oznake', 'Oznaka nije dio ove igre.'),
  outcome('kept', 'player', BONUS, 'Oznaka je zapamćena', async (stage) => {
    await found('Signal iz svemira')(stage)
    stage.network.inject(faults.cutBefore, { call: 'scan' })
  }),
  scene('card-kept-scan', 'player', async (stage) => {
    const { page, network } = stage
    await found('Poruka u boci')(stage)
    network.inject(faults.cutBefore, { call: 'scan' })
    await page.goto(`/s/${BONUS}`)
    await page.getByRole('heading', { level: 1, name: 'Oznaka je zapamćena' }).waitFor()
    await page.goto('/player')
    await page.getByRole('region', { name: 'Skenirane oznake' }).waitFor()
  }),
  refused('closed', 'EVENT_CLOSED', 'Natjecanje nije u tijeku'),
  refused('late', 'KEPT_FOR_ORGANISER', 'Rezultati su zatvoreni'),
]
