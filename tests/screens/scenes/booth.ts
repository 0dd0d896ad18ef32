import { expect, type Page } from '@playwright/test'
import { give, offerButton, tap } from '../../e2e/support/booth-screen'
import { callAs } from '../../e2e/support/call-as'
import { faults } from '../../e2e/support/faults'
import { giveNfc, touchTag } from '../../e2e/support/nfc-phone'
import { chooseInMenu } from '../../e2e/support/teams'
import { waitUntilDataIsStored } from '../../e2e/support/worker'
import { sendMessages } from '../messages'
import { holdTime, opened, type Scene, type Stage, scene } from '../scene'

async function openBoard(page: Page): Promise<void> {
  await page.goto('/vendor')
  await page.getByRole('region', { name: 'Štandovi' }).getByRole('group').first().waitFor()
}

async function openTeam(stage: Stage, team_name: string): Promise<string> {
  const { team_id } = await stage.captain(team_name)
  await stage.page.goto(`/qr/${team_id}`)
  await offerButton(stage.page, 'Sudjelovanje').waitFor()
  return team_id
}

interface Team {
  readonly team_id: string
}

const touch = (page: Page, { team_id }: Team) => touchTag(page, new URL(`/qr/${team_id}`, page.url()).href, team_id)

/** A series of 'Pobjeda' on a phone with NFC, with the teams already scanned. */
async function openSeries({ page }: Stage, teams: readonly Team[]): Promise<void> {
  await giveNfc(page, { permission: 'granted' })
  await page.goto('/vendor')
  await page.getByRole('button', { name: /^Pobjeda: dodjela u nizu/ }).click()
  await page.getByRole('dialog').getByText('Prislonite poleđinu mobitela na oznaku.').waitFor()
  for (const team of teams) await touch(page, team)
}

/** One award waits because award calls fail; all other calls still work. */
async function leaveWaiting(stage: Stage, team_name: string): Promise<void> {
  await openTeam(stage, team_name)
  stage.network.inject(faults.cutBefore)
  await give(stage.page, 'Čeka slanje')
}

/** Another phone of the booth was quicker, so the server refuses this phone's award. */
async function leaveRefused(stage: Stage, team_name: string): Promise<void> {
  const team_id = await openTeam(stage, team_name)
  await callAs(await stage.staff('luka'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  await give(stage.page, /^Odbijeno/, 'Pobjeda')
}

/** The booth's board, a team at the booth, and the outbox. */
export const boothScenes: readonly Scene[] = [
  scene('board-empty', 'visitor', async (stage) => {
    await stage.signIn(stage.page, 'zoran')
    await openBoard(stage.page)
  }),
  scene('board-messages', 'staff', async ({ page }) => {
    await sendMessages(page)
    await openBoard(page)
    await page.getByRole('main').getByText('Zatvaramo u 18 h').waitFor()
  }),
  scene('ranking-of-staff', 'staff', async (stage) => {
    await stage.captain('Crni monolit')
    await stage.page.goto('/vendor/poredak')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  scene('awards-of-booth', 'staff', async (stage) => {
    const booth = await stage.staff('iva')
    const { team_id } = await stage.captain('Leteći tanjuri')
    const other = await stage.captain('Vremenski stroj')
    await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
    await callAs(booth, 'awardPoints', { team_id: other.team_id, point_type: 'sudjelovanje' })
    const { award } = await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
    await callAs(booth, 'voidAward', { award_id: award.award_id })
    await stage.page.goto('/vendor/dodjele')
    await stage.page.getByRole('button', { name: /^Poništi dodjelu: Pobjeda, Leteći tanjuri/ }).waitFor()
  }),
  scene('board-team-searched', 'staff', async (stage) => {
    await stage.captain('Đumbirovi šetači')
    await openBoard(stage.page)
    await stage.page.getByRole('searchbox', { name: 'Naziv tima' }).fill('dumbir')
    await stage.page.getByRole('link', { name: /^Đumbirovi šetači/ }).waitFor()
  }),
  scene('board-award-waits', 'staff', async (stage) => {
    await leaveWaiting(stage, 'Spora pošta')
    await openBoard(stage.page)
    await stage.page.getByRole('heading', { name: '1 dodjela čeka slanje' }).waitFor()
  }),
  scene('board-without-network', 'staff', async ({ page, network }) => {
    await openBoard(page)
    await waitUntilDataIsStored(page, /listVendors/)
    network.inject(faults.cutBefore, { call: 'any' })
    await page.reload()
    await page
      .getByText(/^Niste povezani\./)
      .first()
      .waitFor()
  }),
  scene('award-ready', 'staff', async (stage) => void (await openTeam(stage, 'Kvantni skok'))),
  scene('award-recorded', 'staff', async (stage) => {
    await openTeam(stage, 'Supernova')
    await tap(stage.page)
    await stage.page.getByRole('button', { name: 'Poništi dodjelu' }).waitFor()
    await offerButton(stage.page, 'Sudjelovanje').and(stage.page.locator(':enabled')).waitFor()
  }),
  scene('series-first', 'staff', async (stage) => await openSeries(stage, [])),
  scene('series-given', 'staff', async (stage) => {
    const teams = [await stage.captain('Prvi u nizu'), await stage.captain('Najneustrašivijikomandosiizdonjegrada407')]
    await stage.page.clock.install()
    await openSeries(stage, teams)
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Poništi dodjelu' }).nth(1).waitFor()
    await holdTime(stage.page, 100)
  }),
  scene('series-refused', 'staff', async (stage) => {
    await stage.page.clock.install()
    await openSeries(stage, [])
    await touchTag(stage.page, new URL('/s/nema-ovoga-nigdje', stage.page.url()).href, 'unknown')
    await stage.page.locator('[data-answer=refused]').first().waitFor()
    await holdTime(stage.page, 100)
  }),
  scene('series-paused-offline', 'staff', async (stage) => {
    const team = await stage.captain('Dvaput skenirani')
    await stage.page.clock.install()
    await openSeries(stage, [team])
    await stage.page.getByRole('dialog').getByText('Upisano').first().waitFor()
    stage.network.inject(faults.cutBefore, { call: 'any' })
    await touch(stage.page, await stage.captain('Bez mreže'))
    await stage.page.getByRole('dialog').getByText('Čeka slanje').first().waitFor()
    const paused = stage.page.locator('[data-answer=paused]').first()
    await expect(async () => {
      await touch(stage.page, team)
      await expect(paused).toBeVisible({ timeout: 300 })
    }).toPass({ intervals: [3_500] })
    await holdTime(stage.page, 100)
  }),
  scene('award-waits-predicted', 'staff', async (stage) => {
    await openTeam(stage, 'Izvan dometa')
    stage.network.inject(faults.cutBefore, { call: 'any' })
    await tap(stage.page, 'Pobjeda')
    await offerButton(stage.page, 'Pobjeda').filter({ hasText: 'Procjena: uređaj nije povezan' }).waitFor()
  }),
  scene('award-refused', 'staff', async (stage) => await leaveRefused(stage, 'Prespori')),
  scene('award-no-point-types', 'visitor', async (stage) => {
    await stage.signIn(stage.page, 'petra')
    await stage.page.goto(`/qr/${(await stage.captain('Uzalud došli')).team_id}`)
    await stage.page.getByText('Štand nema vrsta bodova. Javite se organizatoru.').waitFor()
  }),
  opened('award-team-unknown', 'staff', '/qr/nema-ovoga', (page) =>
    page.getByRole('heading', { name: 'Tim nije pronađen. Možda je raspušten.' }),
  ),
  scene('outbox-dialog', 'staff', async (stage) => {
    await leaveWaiting(stage, 'Čekaonica')
    await chooseInMenu(stage.page, /^Dodjele na uređaju/)
    await stage.page.getByRole('dialog').waitFor()
  }),
  scene('sign-out-with-waiting', 'staff', async (stage) => {
    await leaveWaiting(stage, 'Zadnji vlak')
    await chooseInMenu(stage.page, 'Odjava')
    await stage.page.getByRole('alertdialog').waitFor()
  }),
  scene('sign-in-with-waiting', 'staff', async (stage) => {
    await leaveWaiting(stage, 'Ostavljeni')
    await stage.page.context().clearCookies()
    await stage.page.goto('/auth/login')
    await stage.page.getByText('Poslat će se kad se prijavite računom s kojeg je dodijeljena.').waitFor()
  }),
]
