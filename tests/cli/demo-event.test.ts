import { beforeAll, describe, expect, test } from 'vitest'
import { isInsideEvent } from '#rules/award-time'
import { violatesCooldown } from '#rules/cooldown'
import { rankTeams } from '#rules/ranking'
import { readStandings } from '#server/db/queries/scores'
import { readSettings } from '#server/db/queries/settings'
import { demoLinks, ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { smallStory } from '#server/demo/small'
import type { TestGame } from '../support/game-server'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, readEverything } from './event-database'

function secretOf(link: string | undefined) {
  const [, id = '', mtp = ''] = /\/l\/([^/]+)\/([^/]+)$/.exec(link ?? '') ?? []
  return { id, mtp }
}

/** Checks a demo's awards and people against the game's rules; returns the number of awards. */
async function expectRulesObeyed({ db, clock }: TestGame): Promise<number> {
  const awards = await db.read
    .selectFrom('awards')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .selectAll('awards')
    .select(['point_types.points as worth', 'point_types.cooldown_seconds', 'voids.voided_at'])
    .execute()
  const { offers, users } = await readEverything(db)
  const settings = await readSettings(db.read)
  const groupOf = ({ vendor_id, team_id, point_type }: (typeof awards)[number]) =>
    `${vendor_id} ${team_id} ${point_type}`
  const cooling = awards.filter(({ kind, voided_at }) => kind === 'award' && voided_at === null)
  for (const award of awards) {
    expect([award.points, isInsideEvent(award.awarded_at, settings)]).toEqual([award.worth, true])
    expect(award.voided_at ?? award.received_at).toBeLessThan(clock.now())
    if (award.kind === 'bonus') continue
    const { vendor_id, point_type } = award
    expect(offers).toContainEqual(expect.objectContaining({ vendor_id, point_type }))
    const others = cooling.filter((other) => other !== award && groupOf(other) === groupOf(award))
    const recorded = others.map((other) => other.awarded_at)
    expect(violatesCooldown(award.awarded_at, award.cooldown_seconds, recorded)).toBe(false)
  }
  // Expect invented numbers and addresses only: real ones would get messages.
  for (const { mobile, email } of users)
    expect(`${mobile} ${email}`).toMatch(/^\+38591000\d+ \S+@example\.hr$/)
  return awards.length
}

/** Signs in with each link, and expects the role that its title names. */
async function expectLinksLeadTo(
  game: TestGame,
  links: Awaited<ReturnType<typeof demoLinks>>,
): Promise<void> {
  expect(links.map(({ title }) => title)).toEqual([
    'a player',
    'a booth',
    'a captain',
    'an organiser',
  ])
  const of = (who: string) => secretOf(links.find(({ title }) => title === who)?.link)
  const player = await game.client().ok('signIn', of('a player'))
  expect(player.user).toMatchObject({ vendor_id: null, team: { is_captain: false } })
  expect(player.user.team?.points).toBeGreaterThan(0)
  expect((await game.client().ok('signIn', of('a booth'))).user).toMatchObject({
    vendor_id: 'arkade',
  })
  const client = game.client()
  const captain = await client.ok('signIn', of('a captain'))
  expect(captain.user.team).toMatchObject({ team_name: 'Plavi Vukovi', is_captain: true })
  expect((await game.client().ok('signIn', of('an organiser'))).user).toMatchObject({
    organiser: true,
  })
  expect((await client.ok('listInvites', {})).invites).not.toEqual([])
}

describe('the demo event', () => {
  const game = useGame('postgres', { servers: 2 }, async () => undefined)
  beforeAll(() => Promise.all(game.servers.map((server) => ensureDemoEvent(server.game))))

  test('is created only once, no matter how many servers start', async () => {
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

  test('prints fresh sign-in links for each role at every start', async () => {
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
