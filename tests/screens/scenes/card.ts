import type { Page } from '@playwright/test'
import { changeAnswers } from '../../e2e/support/answers'
import { type Caller, callAs } from '../../e2e/support/call-as'
import { faults } from '../../e2e/support/faults'
import { passTime } from '../../e2e/support/pass-time'
import { addMember, wantToJoin } from '../../e2e/support/teams'
import { waitUntilDataIsStored } from '../../e2e/support/worker'
import { sendMessages } from '../messages'
import { holdTime, opened, type Scene, type Stage, scene } from '../scene'

async function found(captain: Caller, team_name: string): Promise<string> {
  return (await callAs(captain, 'createTeam', { team_name })).team_id
}

/** Founds a team with the phone's player and shows its card. */
async function openCard({ page }: Stage, team_name: string): Promise<string> {
  const team_id = await found(page, team_name)
  await page.goto('/player')
  await page.getByRole('heading', { level: 1, name: team_name }).waitFor()
  return team_id
}

/** What a captain's code holds. */
async function invitationOf(captain: Caller): Promise<{ team_id: string; invite_token: string }> {
  const { user } = await callAs(captain, 'currentUser', {})
  const { invite_token } = await callAs(captain, 'inviteToTeam', {})
  return { team_id: user.team?.team_id ?? '', invite_token }
}

/** A team in mid-game: members, awards of two booths, one of them voided, and rivals. */
async function openPlayedCard(stage: Stage, team_name: string): Promise<void> {
  const { page, captain, player, staff } = stage
  const team_id = await found(page, team_name)
  await addMember(page, await player('lyra'))
  const rivals = [(await captain(`${team_name}: suparnici`)).team_id, (await captain(`${team_name}: sjena`)).team_id]
  const booth = await staff('iva')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  const { award } = await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await callAs(booth, 'voidAward', { award_id: award.award_id })
  for (let round = 0; round < 3; round += 1) await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  for (const rival of rivals) await callAs(booth, 'awardPoints', { team_id: rival, point_type: 'pobjeda' })
  await callAs(page, 'scan', { nfc_id: 'zmaj-7k2p9x4mq8ab' })
}

/** Shows a place of the phone's player in this team, once it has its content. */
async function openPlayed(stage: Stage, team_name: string, path: string, content: string): Promise<void> {
  await openPlayedCard(stage, team_name)
  await stage.page.goto(path)
  await stage.page.getByRole('main').getByText(content).first().waitFor()
}

/** Shows the card some time (ms) after points arrived. Then its time stands still, so that they stay. */
async function arriveAt({ page, staff }: Stage, team_id: string, pointTypes: readonly string[], runMs: number): Promise<void> {
  await waitUntilDataIsStored(page, new RegExp(team_id))
  await page.goto('/uvijeti')
  const booth = await staff('iva')
  for (const point_type of pointTypes) await callAs(booth, 'awardPoints', { team_id, point_type })
  await page.clock.install()
  await page.goto('/player')
  await page.getByRole('status').filter({ hasText: 'Ukupno' }).waitFor({ state: 'attached' })
  await holdTime(page, runMs)
}

const MANY = ['pobjeda', 'sudjelovanje', 'sudjelovanje', 'sudjelovanje']
/** The moment is on the screen, and then over, with its words in the row. */
const [MOMENT_MS, WORDS_MS] = [300, 2_600]

/** The card of a played team on the evening after the event. */
async function playEvening(stage: Stage, team_name: string): Promise<void> {
  await changeAnswers(stage.page, 'teamPoints', (points) => ({
    ...{ ...points, frozen: false },
    ends_at: new Date(Date.now() - 60_000).toISOString(),
  }))
  await openPlayedCard(stage, team_name)
  await stage.page.goto('/player')
  await stage.page.getByRole('button', { name: 'Večernja priča' }).waitFor()
}

async function confirmOf(page: Page, trigger: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: trigger }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** The longest name that rule 3 allows, without a place to break it. */
const LONGEST_NAME = 'Najneustrašivijikomandosiizdonjegrada404'

/** The player's card without and with a team. */
export const cardScenes: readonly Scene[] = [
  scene('card-no-team', 'player', async ({ page, captain }) => {
    await captain('Zvjezdani prah')
    await page.goto('/player')
    await page.getByRole('button', { name: 'Osnuj tim' }).waitFor()
  }),
  scene('card-team-offered', 'player', async ({ page, captain }) => {
    const { team_id } = await captain('Noćni letači')
    await page.goto(`/player?team=${team_id}`)
    await page.getByText('Skenirali ste QR kod ovog tima').waitFor()
  }),
  scene('card-teams-found', 'player', async ({ page, captain }) => {
    await captain('Mliječna staza')
    await captain('Mliječni zub')
    await page.goto('/player')
    await (await wantToJoin(page)).fill('mlije')
    await page.getByRole('button', { name: 'Pošalji zahtjev timu Mliječni zub' }).waitFor()
  }),
  scene('card-request-waits', 'player', async ({ page, captain }) => {
    const { team_id } = await captain('Sjeverno svjetlo')
    await callAs(page, 'joinTeam', { team_id })
    await page.goto('/player')
    await page.getByRole('button', { name: 'Povuci zahtjev' }).waitFor()
  }),
  scene('card-messages', 'player', async (stage) => {
    await sendMessages(stage.page)
    await openPlayed(stage, 'Glasnici zvijezda', '/player', 'Zatvaramo u 18 h')
  }),
  scene('card-new-team', 'player', async (stage) => void (await openCard(stage, 'Crvene sove'))),
  scene('invitation', 'player', async (stage) => {
    await openCard(stage, 'Kasni spavači')
    await stage.page.getByRole('button', { name: 'Pozovi u tim' }).click()
    await stage.page.getByRole('img', { name: 'Kod za ulazak u tim Kasni spavači' }).waitFor()
    await callAs(await stage.player('vega'), 'joinTeam', await invitationOf(stage.page))
    await stage.page.getByText(/^U timu: vega/).waitFor()
  }),
  opened('invitation-signed-out', 'visitor', '/t/netko?i=a.b', (page) => page.getByText('Pozvani ste u tim')),
  scene('invitation-expired', 'player', async ({ page, captain }) => {
    const { team_id } = await captain('Jučerašnji snijeg')
    await page.goto(`/t/${team_id}?i=a.b`)
    await page.getByText('Poziv je istekao.').waitFor()
  }),
  scene('team-captain-is-asked', 'player', async (stage) => {
    const team_id = await openCard(stage, 'Crni dragulji')
    await addMember(stage.page, await stage.player('lyra'))
    await callAs(await stage.player('cetus'), 'joinTeam', { team_id })
    await stage.page.goto('/player/tim')
    await stage.page.getByRole('button', { name: /^Prihvati zahtjev/ }).waitFor()
  }),
  scene('card-played', 'player', async (stage) => await openPlayed(stage, 'Orionov pojas', '/player', 'Sudjelovanje')),
  scene('card-stars', 'player', async (stage) => {
    await openPlayed(stage, 'Kasiopeja', '/player', 'Sudjelovanje')
    await stage.page.getByRole('button', { name: /^Zviježđe tima/ }).click()
    await stage.page.getByRole('list', { name: 'Zviježđe tima' }).waitFor()
  }),
  scene('card-points-arrive', 'player', async (stage) => {
    const team_id = await openCard(stage, 'Perzeidi')
    await arriveAt(stage, team_id, ['pobjeda'], WORDS_MS)
  }),
  scene('card-more-points-arrive', 'player', async (stage) => {
    const team_id = await openCard(stage, 'Leonidi')
    await arriveAt(stage, team_id, MANY, WORDS_MS)
  }),
  scene('moment', 'player', async (stage) => {
    const team_id = await openCard(stage, 'Geminidi')
    const booth = await stage.staff('iva')
    const { team_id: rival } = await stage.captain('Najneustrašivijikomandosiizdonjegrada406')
    await callAs(booth, 'awardPoints', { team_id: rival, point_type: 'sudjelovanje' })
    await arriveAt(stage, team_id, ['pobjeda'], MOMENT_MS)
  }),
  scene('moment-of-many', 'player', async (stage) => {
    const team_id = await openCard(stage, 'Liridi')
    await arriveAt(stage, team_id, MANY, MOMENT_MS)
  }),
  scene('booths-played', 'player', async (stage) => {
    await openPlayed(stage, 'Andromeda', '/player/standovi', 'Arkadna zona')
    await stage.page.getByText('Arkadna zona').click()
  }),
  opened('booths-no-team', 'player', '/player/standovi', (page) => page.getByText('Arkadna zona')),
  scene('card-evening', 'player', async (stage) => {
    await playEvening(stage, 'Jutarnja zvijezda')
    await stage.page.getByRole('button', { name: 'Podijeli' }).waitFor()
  }),
  scene('story-picture', 'player', async (stage) => {
    await playEvening(stage, 'Zmajevi iz donjega podruma')
    await stage.page.getByRole('button', { name: 'Večernja priča' }).click()
    const last = stage.page.getByRole('heading', { name: 'Konačno mjesto' })
    while (!(await last.isVisible())) await stage.page.getByRole('button', { name: 'Dalje' }).click()
  }),
  scene('ranking-played', 'player', async (stage) => await openPlayed(stage, 'Plejade', '/player/poredak', 'Plejade')),
  scene('team-played', 'player', async (stage) => await openPlayed(stage, 'Veliki medvjed', '/player/tim', 'Danas')),
  scene('card-longest-names', 'player', async (stage) => {
    const { page } = stage
    const team_id = await openCard(stage, LONGEST_NAME)
    await changeAnswers(page, 'currentUser', ({ user }) => ({
      user: { ...user, team: user.team && { ...user.team, points: 12_345, rank: 128 } },
    }))
    await changeAnswers(page, 'teamPoints', (points) => ({ ...points, points: 12_345, rank: 128 }))
    await changeAnswers(page, 'listMembers', ({ members }) => ({
      members: Array.from({ length: 6 }, (_, place) =>
        members.map((member) => ({
          ...member,
          player_id: `${member.player_id}${place || ''}`,
          nickname: 'WWWWWWWWWWWWWWWWWWWWWWWW',
          first_name: 'Maksimilijana',
          last_name: 'Kovačević-Šimunović',
          is_captain: place === 0,
        })),
      ).flat(),
    }))
    await changeAnswers(page, 'listTeams', () => ({
      teams: Array.from({ length: 130 }, (_, index) => ({
        team_id: index === 127 ? team_id : `t${index}`,
        team_name: LONGEST_NAME,
        points: 99_999 - index,
        rank: index + 1,
        member_count: 6,
        is_full: true,
      })),
    }))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: LONGEST_NAME }).waitFor()
  }),
  scene('card-without-network', 'player', async (stage) => {
    await openCard(stage, 'Tamna strana Mjeseca')
    await waitUntilDataIsStored(stage.page, /teamPoints/)
    stage.network.inject(faults.cutBefore, { call: 'any' })
    await stage.page.reload()
    await stage.page.getByText(/^Niste povezani\. Prikazano/).waitFor()
  }),
  scene('card-code-full-screen', 'player', async (stage) => {
    await openCard(stage, 'Galaktički gulaš')
    await stage.page.getByRole('button', { name: /Pokaži QR kod/ }).click()
    await stage.page.getByRole('dialog').waitFor()
  }),
  scene('team-disband', 'player', async (stage) => {
    await openCard(stage, 'Kratki spoj')
    await stage.page.goto('/player/tim')
    await confirmOf(stage.page, 'Raspusti tim')
  }),
  scene('team-leave', 'player', async (stage) => {
    await openCard(stage, 'Bijeli patuljci')
    await addMember(stage.page, await stage.player('lyra'))
    await stage.page.goto('/player/tim')
    await stage.page.getByText('lyra').first().waitFor()
    await confirmOf(stage.page, 'Napusti tim')
  }),
  scene('team-remove-member', 'player', async (stage) => {
    await openCard(stage, 'Crna rupa')
    await addMember(stage.page, await stage.player('lyra'))
    await stage.page.goto('/player/tim')
    await confirmOf(stage.page, /^Ukloni iz tima: lyra/)
  }),
  scene('card-team-gone', 'player', async ({ page, captain: found }) => {
    await page.clock.install()
    const captain = await found('Kometin rep')
    await addMember(captain, page)
    await page.goto('/player')
    await page.getByRole('heading', { level: 1, name: 'Kometin rep' }).waitFor()
    await callAs(captain, 'disbandTeam', { team_name: 'Kometin rep' })
    await passTime(page, 16_000)
    await page.getByText('Više niste u timu Kometin rep.').first().waitFor()
  }),
]
