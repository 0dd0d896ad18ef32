import { beforeAll, describe, expect, test } from 'vitest'
import { isInsideEvent } from '#rules/award-time'
import { violatesCooldown } from '#rules/cooldown'
import { rankTeams } from '#rules/ranking'
import { parseTeamName } from '#rules/team-name'
import { countedScores } from '#server/db/ledger'
import { readStandings } from '#server/db/queries/scores'
import { readSettings } from '#server/db/queries/settings'
import { demoLinks, ensureDemoEvent, readDemoSize } from '#server/demo/ensure-demo-event'
import { makeLargeStory } from '#server/demo/large'
import { demoEvent } from '#server/demo/small'
import { Failure } from '#server/failure'
import type { Game } from '#server/game'
import { parseMobile } from '#server/mobile'
import { gameOn } from '../support/game-on'
import type { TestGame } from '../support/game-server'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, readEverything } from './event-database'

function gameOf(test: TestGame, server = 0): Game {
  return gameOn(test.servers[server]?.db ?? test.db, { now: test.clock.now })
}

function secretOf(link: string | undefined) {
  const [, id = '', mtp = ''] = /\/l\/([^/]+)\/([^/]+)$/.exec(link ?? '') ?? []
  return { id, mtp }
}

/** Checks every award of a demo against the rules of the game; returns how many there are. */
async function expectRulesObeyed(game: TestGame): Promise<number> {
  const awards = await game.db.read
    .selectFrom('awards')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .innerJoin('users', 'users.user_id', 'awards.user_id')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .selectAll('awards')
    .select(['point_types.points as worth', 'point_types.cooldown_seconds', 'users.vendor_id as booth'])
    .select(['voids.voided_at', 'teams.created_at'])
    .execute()
  const { offers } = await readEverything(game.db)
  const offered = new Set(offers.map((offer) => `${offer.vendor_id} ${offer.point_type}`))
  const settings = await readSettings(game.db.read)
  const keyOf = (award: (typeof awards)[number]) => `${award.vendor_id} ${award.team_id} ${award.point_type}`
  const cooling = new Map<string, typeof awards>()
  for (const award of awards) {
    if (award.kind !== 'award' || award.voided_at !== null) continue
    cooling.set(keyOf(award), [...(cooling.get(keyOf(award)) ?? []), award])
  }
  for (const award of awards) {
    expect(award.points).toBe(award.worth)
    expect(isInsideEvent(award.awarded_at, settings)).toBe(true)
    expect(award.awarded_at).toBeGreaterThan(award.created_at)
    expect(award.voided_at ?? award.received_at).toBeLessThan(game.clock.now())
    if (award.kind === 'bonus') continue
    expect(award.booth).toBe(award.vendor_id)
    expect(offered).toContain(`${award.vendor_id} ${award.point_type}`)
    const others = cooling.get(keyOf(award))?.filter((other) => other.award_id !== award.award_id) ?? []
    const recorded = others.map((other) => ({ madeAt: other.awarded_at }))
    expect(violatesCooldown(award.awarded_at, award.cooldown_seconds, recorded)).toBe(false)
  }
  return awards.length
}

async function expectNobodyReal({ db }: TestGame): Promise<void> {
  for (const { mobile, email } of (await readEverything(db)).users) {
    expect([parseMobile(mobile), email]).toEqual([mobile, expect.stringMatching(/@example\.hr$/)])
    expect(mobile).toMatch(/^\+38591000/)
  }
}

type DemoLinks = Awaited<ReturnType<typeof demoLinks>>

/** Signs in with each link; returns how many requests wait for the captain. */
async function expectLinksLeadTo(game: TestGame, links: DemoLinks): Promise<{ requests: number }> {
  expect(links.map(({ title }) => title)).toEqual(['a player', 'a booth', 'a captain', 'an organiser'])
  const of = (who: string) => secretOf(links.find(({ title }) => title === who)?.link)
  const player = await game.client().ok('signIn', of('a player'))
  expect(player.user).toMatchObject({ vendor_id: null, team: { is_captain: false } })
  expect(player.user.team?.points).toBeGreaterThan(0)
  expect((await game.client().ok('signIn', of('a booth'))).user).toMatchObject({ vendor_id: 'arkade' })
  const client = game.client()
  const captain = await client.ok('signIn', of('a captain'))
  expect(captain.user.team).toMatchObject({ team_name: 'Plavi Vukovi', is_captain: true })
  expect((await game.client().ok('signIn', of('an organiser'))).user).toMatchObject({ organiser: true })
  const { invites } = await client.ok('listInvites', {})
  expect(invites.length).toBeGreaterThan(0)
  return { requests: invites.length }
}

describe('the demo event', () => {
  const game = useGame('postgres', { servers: 2 }, async () => undefined)
  beforeAll(() => Promise.all(game().servers.map((_, index) => ensureDemoEvent(gameOf(game(), index)))))

  test('is created only once, however many servers start', async () => {
    const before = await readEverything(game().db)
    await ensureDemoEvent(gameOf(game()))
    expect(await readEverything(game().db)).toEqual(before)
    expect(before.vendors).toHaveLength(3)
    expect(before.pointTypes).toHaveLength(6)
    expect(await applyJson(game().db, demoEvent)).toEqual([])
  })

  test('has teams, one without points, two that share a rank, and a team that is not full', async () => {
    const teams = rankTeams(await readStandings(game().db.read))
    expect(teams.map(({ teamName, points, rank }) => [teamName, points, rank])).toEqual([
      ['Plavi Vukovi', 157, 1],
      ['Kritični Pogodak', 87, 2],
      ['Greška 404', 87, 2],
      ['Bakini Keksi', 50, 4],
      ['Tek Stigli', 0, 5],
    ])
    const { teamMaxMembers } = await readSettings(game().db.read)
    for (const { teamName, memberCount } of teams) {
      expect(parseTeamName(teamName)).toBe(teamName)
      expect(memberCount).toBeLessThan(teamMaxMembers)
    }
  })

  test('obeys the rules: offered types, points, cooldowns and one bonus per team', async () => {
    expect(await expectRulesObeyed(game())).toBeGreaterThan(20)
  })

  test('has plausible mobile numbers, e-mails and people that are not real', () => expectNobodyReal(game()))

  test('gives fresh links for a player of a team with points, staff, a captain with a request and an organiser at every start', async () => {
    const links = [await demoLinks(gameOf(game())), await demoLinks(gameOf(game()))]
    expect(new Set(links.flat().map(({ link }) => link)).size).toBe(8)
    for (const four of links) await expectLinksLeadTo(game(), four)
  })
})

describe('the large demo event', () => {
  const game = useGame('sqlite', {}, async () => undefined)
  let tookMs = 0
  beforeAll(async () => {
    const began = performance.now()
    await ensureDemoEvent(gameOf(game()), 'large')
    tookMs = performance.now() - began
  })

  test('has the size of a convention, and is made within seconds', async () => {
    const { vendors, offers, users, invites } = await readEverything(game().db)
    expect(vendors).toHaveLength(30)
    for (const { vendor_id } of vendors) expect(offers.some((offer) => offer.vendor_id === vendor_id)).toBe(true)
    const teams = rankTeams(await readStandings(game().db.read))
    expect(teams).toHaveLength(600)
    const players = users.filter(({ vendor_id }) => vendor_id === null).length
    expect(players).toBeGreaterThan(1_900)
    expect(players).toBeLessThan(2_200)
    expect(teams.filter(({ points }) => points === 0).length).toBeGreaterThan(5)
    expect(invites.length).toBeGreaterThan(20)
    expect(tookMs).toBeLessThan(10_000)
  })

  test('has a history of a day that obeys the rules', async () => {
    expect(await expectRulesObeyed(game())).toBeGreaterThan(4_000)
    const times = (await game().db.read.selectFrom('awards').select('awarded_at').execute()).map((award) => award.awarded_at)
    const hours = (game().clock.now() - Math.min(...times)) / 3_600_000
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(27)
  })

  test('has scores that equal the ledger, names and numbers that are valid, and teams of at most six', async () => {
    const { read } = game().db
    const counted = await countedScores(read).execute()
    const scores = await read.selectFrom('team_scores').selectAll().execute()
    const byTeam = (rows: { team_id: string }[]) => rows.sort((a, b) => a.team_id.localeCompare(b.team_id))
    expect(byTeam(scores)).toEqual(byTeam(counted))
    for (const { teamName, memberCount } of rankTeams(await readStandings(read))) {
      expect(parseTeamName(teamName)).toBe(teamName)
      expect(memberCount).toBeLessThanOrEqual(6)
    }
    await expectNobodyReal(game())
  })

  test('stands through a second start that asks for it, and refuses one that asks for the small one', async () => {
    const before = await readEverything(game().db)
    await ensureDemoEvent(gameOf(game()), 'large')
    await ensureDemoEvent(gameOf(game()))
    expect(await readEverything(game().db)).toEqual(before)
    await expect(ensureDemoEvent(gameOf(game()), 'small')).rejects.toThrow(Failure)
  })
})

test('the large demo is the same at every making', () => {
  expect(makeLargeStory()).toEqual(makeLargeStory())
})

test('a server takes --demo small and --demo large, and refuses other arguments', () => {
  expect(readDemoSize([])).toBeNull()
  expect(readDemoSize(['--demo', 'large'])).toBe('large')
  expect(readDemoSize(['--demo=small'])).toBe('small')
  for (const wrong of [['--demo'], ['--demo', 'huge'], ['large'], ['--port', '1']]) {
    expect(() => readDemoSize(wrong)).toThrow('--demo small or --demo large')
  }
})

describe('a database with data', () => {
  const game = useGame('sqlite', {}, (db) => applyJson(db, { settings: EVENT.settings }))

  test('gets no demo event and no links', async () => {
    const before = await readEverything(game().db)
    await ensureDemoEvent(gameOf(game()))
    await expect(ensureDemoEvent(gameOf(game()), 'large')).rejects.toThrow(/another event already/)
    expect(await readEverything(game().db)).toEqual(before)
    expect(await demoLinks(gameOf(game()))).toEqual([])
  })
})
