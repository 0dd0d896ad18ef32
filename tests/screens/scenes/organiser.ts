import { randomUUID } from 'node:crypto'
import { callAs } from '../../e2e/support/call-as'
import { faults } from '../../e2e/support/faults'
import { type Scene, type Stage, scene } from '../scene'

/** A team with points, a void and a refusal. */
async function playedTeam(stage: Stage, name: string): Promise<string> {
  const captain = await stage.player('mirta')
  const { team_id } = await callAs(captain, 'createTeam', { team_name: name })
  const staff = await stage.staff('luka')
  const first = { team_id, point_type: 'sudjelovanje', award_id: randomUUID() }
  await callAs(staff, 'awardPoints', first)
  await callAs(staff, 'awardPoints', { ...first, award_id: randomUUID(), queued_ms: 3_600_000 })
  await callAs(staff, 'voidAward', { award_id: first.award_id })
  return team_id
}

const open = async ({ page }: Stage, search: string, heading: string) => {
  await page.goto(`/organizator${search}`)
  await page.getByRole('heading', { level: 2, name: heading }).waitFor()
}

/** The control room. */
export const organiserScenes: readonly Scene[] = [
  scene('organiser-overview', 'organiser', async (stage) => await open(stage, '', 'U brojkama')),
  scene('organiser-offline', 'organiser', async (stage) => {
    stage.network.inject(faults.cutBefore, { call: 'overview' })
    await stage.page.goto('/organizator')
    await stage.page.getByText('Niste povezani').waitFor()
  }),
  scene('organiser-search', 'organiser', async (stage) => {
    await playedTeam(stage, 'Traženi i nađeni')
    await stage.page.goto('/organizator?dio=trazi')
    await stage.page.getByRole('searchbox').fill('nađeni')
    await stage.page.getByRole('heading', { name: 'Timovi' }).waitFor()
  }),
  scene('organiser-nothing-found', 'organiser', async ({ page }) => {
    await page.goto('/organizator?dio=trazi')
    await page.getByRole('searchbox').fill('nema nikoga')
    await page.getByText('Nema takve osobe ni tima.').waitFor()
  }),
  scene('organiser-link', 'organiser', async (stage) => {
    await playedTeam(stage, 'Bez mobitela')
    await stage.page.goto('/organizator?dio=trazi')
    await stage.page.getByRole('searchbox').fill('Bez mobitela')
    await stage.page.getByRole('button', { name: 'Link za prijavu' }).click()
    await stage.page.getByRole('img', { name: 'QR kod s linkom za prijavu' }).waitFor()
  }),
  scene('organiser-team', 'organiser', async (stage) => {
    const team = await playedTeam(stage, 'Posvađani')
    await open(stage, `?dio=trazi&tim=${team}`, 'Što je bilo s ovim timom')
  }),
  scene('organiser-correction', 'organiser', async (stage) => {
    const team = await playedTeam(stage, 'Ispravljeni')
    await open(stage, `?dio=trazi&tim=${team}`, 'Što je bilo s ovim timom')
    await stage.page.getByRole('button', { name: 'Ispravi bodove' }).click()
    await stage.page.getByRole('alertdialog').waitFor()
  }),
  scene('organiser-ranking', 'organiser', async (stage) => {
    await playedTeam(stage, 'Prvi na listi')
    await stage.page.goto('/organizator?dio=poredak')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  scene('organiser-messages', 'organiser', async (stage) => {
    await callAs(stage.page, 'announce', { text: 'Ručak je do 13 h, u hali B.', to: 'staff' })
    await open(stage, '?dio=poruke', 'Poslane poruke')
    await stage.page.getByText('Ručak je do 13 h, u hali B.').first().waitFor()
  }),
  scene('organiser-audit', 'organiser', async (stage) => await open(stage, '?dio=dnevnik', 'Dnevnik')),
]
