import { beforeAll, describe, expect, test } from 'vitest'
import { isInsideEvent } from '#rules/award-time'
import { violatesCooldown } from '#rules/cooldown'
import { rankTeams } from '#rules/ranking'
import { parseTeamName } from '#rules/team-name'
import { readStandings } from '#server/db/queries/scores'
import { readSettings } from '#server/db/queries/settings'
import { demoLinks, ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { smallStory } from '#server/demo/small'
import { parseMobile } from '#server/mobile'
import type { TestGame } from '../support/game-server'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, readEverything } from './event-database'

function secretOf(link: string | undefined) {
  const [, id = '', mtp = ''] = /\/l\/([^/]+)\/([^/]+)$/.exec(link ?? '') ?? []
  return { id, mtp }
}

/** Checks a demo's awards, teams and people against the rules of the game; returns how many awards there are. */
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
    const recorded = others.map((other) => other.awarded_at)
    expect(violatesCooldown(award.awarded_at, award.cooldown_seconds, recorded)).toBe(false)
  }
  for (const { team_name, member_count } of rankTeams(await readStandings(game.db.read))) {
    expect(parseTeamName(team_name)).toBe(team_name)
    expect(member_count).toBeLessThan(settings.teamMaxMembers)
  }
  // Nobody real.
  for (const { mobile, email } of (await readEverything(game.db)).users) {
    expect([parseMobile(mobile), email]).toEqual([mobile, expect.stringMatching(/@example\.hr$/)])
    expect(mobile).toMatch(/^\+38591000/)
  }
  return awards.length
}

/** Signs in with each link. */
async function expectLinksLeadTo(game: TestGame, links: Awaited<ReturnType<typeof demoLinks>>): Promise<void> {
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
  expect((await client.ok('listInvites', {})).invites).not.toEqual([])
}

describe('the demo event', () => {
  const game = useGame('postgres', { servers: 2 }, async () => undefined)
  beforeAll(() => Promise.all(game.servers.map((server) => ensureDemoEvent(server.game))))

  test('is created only once, however many servers start', async () => {
    const before = await readEverything(game.db)
    await ensureDemoEvent(game.game)
    expect(await readEverything(game.db)).toEqual(before)
    expect(before.vendors).toHaveLength(3)
    expect(before.pointTypes).toHaveLength(6)
    expect(await applyJson(game.db, smallStory.event)).toEqual([])
  })

  test('obeys the rules, and has teams with room, one without points and two that share a rank', async () => {
    const teams = rankTeams(await readStandings(game.db.read))
    expect(teams.map(({ team_name, points, rank }) => [team_name, points, rank])).toEqual([
      ['Plavi Vukovi', 157, 1],
      ['Kritični Pogodak', 87, 2],
      ['Greška 404', 87, 2],
      ['Bakini Keksi', 50, 4],
      ['Tek Stigli', 0, 5],
    ])
    expect(await expectRulesObeyed(game)).toBeGreaterThan(20)
  })

  test('gives fresh links for a player of a team with points, staff, a captain with a request and an organiser at every start', async () => {
    const links = [await demoLinks(game.game), await demoLinks(game.game)]
    expect(new Set(links.flat().map(({ link }) => link)).size).toBe(8)
    for (const four of links) await expectLinksLeadTo(game, four)
  })
})

describe('a database with data', () => {
  const game = useGame('sqlite', {}, (db) => applyJson(db, { settings: EVENT.settings }))

  test('gets no demo event and no links', async () => {
    const before = await readEverything(game.db)
    await ensureDemoEvent(game.game)
    expect(await readEverything(game.db)).toEqual(before)
    expect(await demoLinks(game.game)).toEqual([])
  })
})
