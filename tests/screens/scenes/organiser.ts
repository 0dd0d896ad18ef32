import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { changeAnswers } from '../../e2e/support/answers'
import { callAs } from '../../e2e/support/call-as'
import { minutesAgo, sendMessages } from '../messages'
import { type Scene, type Stage, scene } from '../scene'

/** A team with points and a void. */
async function playedTeam(stage: Stage, name: string): Promise<string> {
  const { team_id } = await stage.captain(name)
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

/** Opens a team with a history of every kind. */
async function openQuarrel(stage: Stage): Promise<void> {
  const team_id = await playedTeam(stage, 'Posvađani prije toga')
  const staff = await stage.staff('luka')
  for (let award = 0; award < 3; award++) await callAs(staff, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await callAs(staff, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await expect(callAs(staff, 'awardPoints', { team_id, point_type: 'pobjeda' })).rejects.toThrow('COOLDOWN')
  const reason = 'Dogovoreno s oba kapetana'
  await callAs(stage.page, 'adjustPoints', { team_id, points: -10, reason, adjustment_id: randomUUID() })
  await callAs(stage.page, 'renameTeam', { team_id, team_name: 'Posvađani', reason })
  await open(stage, `?dio=trazi&tim=${team_id}`, 'Povijest tima')
}

/** A booth that is silent with awards on its devices, one whose device waits, and one whose staff is absent. */
async function openTroubles(stage: Stage): Promise<void> {
  await changeAnswers(stage.page, 'overview', ({ booths, sms, ...rest }) => ({
    ...rest,
    sms: { ...sms, failed: 2 },
    booths: booths.map((booth, index) => ({
      ...booth,
      staff: booth.staff.map((person, who) => ({
        ...person,
        signed_in: index !== 2,
        last_seen_at: index === 2 ? null : minutesAgo(index === 3 ? 23 : who * 40),
        waiting: index === 3 || who === 1 ? 3 : 0,
      })),
    })),
  }))
  await open(stage, '', 'U brojkama')
}

/** Results that are closed on this page alone, with what came late. */
async function closeInAnswers(page: Page): Promise<void> {
  await changeAnswers(page, 'overview', ({ event, counts, booths, ...rest }) => ({
    ...rest,
    event: { ...event, closed_at: minutesAgo(20), frozen_at: minutesAgo(80) },
    counts: { ...counts, late: 2, waiting: 3 },
    booths: booths.map((booth, index) => ({
      ...booth,
      staff: booth.staff.map((person) => ({ ...person, waiting: index === 1 ? 3 : 0 })),
    })),
  }))
  const entry = {
    kind: 'award' as const,
    ...{ team_id: 't', team_name: 'Plavi vukovi', vendor_name: 'Arkadna zona', label: 'Pobjeda', points: 25 },
    ...{ awarded_at: minutesAgo(24), received_at: minutesAgo(6), accepted: false, declined: false },
  }
  await changeAnswers(page, 'listLate', () => ({
    late: [
      { ...entry, late_id: '3' },
      { ...entry, late_id: '2', kind: 'void' as const, team_name: 'Najneustrašivijikomandosiizdonjegrada404' },
      { ...entry, late_id: '1', kind: 'bonus' as const, vendor_name: null, label: 'Skriveno blago', points: 7, accepted: true },
    ],
  }))
}

/** Opens the dialog behind a button. */
async function openDialog({ page }: Stage, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** The control room. */
export const organiserScenes: readonly Scene[] = [
  scene('organiser-overview', 'organiser', async (stage) => await open(stage, '', 'U brojkama')),
  scene('organiser-troubles', 'organiser', openTroubles),
  scene('organiser-search', 'organiser', async (stage) => {
    await playedTeam(stage, 'Traženi i nađeni')
    await stage.page.goto('/organizator?dio=trazi')
    await stage.page.getByRole('searchbox').fill('traženi')
    await stage.page.getByRole('heading', { name: '1 tim' }).waitFor()
  }),
  scene('organiser-link', 'organiser', async (stage) => {
    await playedTeam(stage, 'Bez mobitela')
    await stage.page.goto('/organizator?dio=trazi')
    await stage.page.getByRole('searchbox').fill('Bez mobitela')
    await stage.page.getByRole('button', { name: 'Link za prijavu' }).click()
    await stage.page.getByRole('img', { name: 'QR kod s linkom za prijavu' }).waitFor()
  }),
  scene('organiser-team', 'organiser', openQuarrel),
  scene('organiser-correction', 'organiser', async (stage) => {
    const team = await playedTeam(stage, 'Ispravljeni')
    await open(stage, `?dio=trazi&tim=${team}`, 'Povijest tima')
    await openDialog(stage, 'Ispravi bodove')
  }),
  scene('organiser-ranking', 'organiser', async (stage) => {
    await playedTeam(stage, 'Prvi na listi')
    await stage.page.goto('/organizator?dio=poredak')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  scene('organiser-messages', 'organiser', async (stage) => {
    await sendMessages(stage.page)
    await open(stage, '?dio=poruke', 'Poslane poruke')
    await stage.page.getByText('Ručak je do 13 h, u hali B.').first().waitFor()
  }),
  scene('organiser-booth', 'organiser', async (stage) => await open(stage, '?stand=arkade', 'Osoblje')),
  scene('organiser-move', 'organiser', async (stage) => {
    await playedTeam(stage, 'Pravi vlasnici bodova')
    const team = await playedTeam(stage, 'Krivi vlasnici')
    await open(stage, `?dio=trazi&tim=${team}`, 'Povijest tima')
    await openDialog(stage, 'Premjesti')
    await stage.page.getByRole('alertdialog').getByRole('searchbox').fill('vlasnici')
    await stage.page.getByRole('radio').first().check()
  }),
  scene('organiser-end', 'organiser', async (stage) => {
    await closeInAnswers(stage.page)
    await open(stage, '?dio=kraj', 'Dodjela nagrada')
    await stage.page.getByText('Prihvaćeno').waitFor()
  }),
  scene('organiser-prizes', 'organiser', async (stage) => {
    await playedTeam(stage, 'Prvaci dana')
    await open(stage, '?dio=kraj&ispis=nagrade', 'GeekQuest · Dodjela nagrada')
    await stage.page.getByText('1. mjesto').first().waitFor()
  }),
  scene('organiser-printed-ranking', 'organiser', async (stage) => {
    await playedTeam(stage, 'Na papiru')
    await open(stage, '?dio=kraj&ispis=poredak', 'GeekQuest · Poredak')
    await stage.page.getByRole('row').nth(1).waitFor()
  }),
  scene('organiser-audit', 'organiser', async (stage) => await open(stage, '?dio=dnevnik', 'Dnevnik')),
]
