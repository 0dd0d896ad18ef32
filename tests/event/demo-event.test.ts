import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInsideEvent } from '#rules/award-time'
import { violatesCooldown } from '#rules/cooldown'
import { rankTeams } from '#rules/ranking'
import { parseTeamName } from '#rules/team-name'
import { readSettings } from '#server/db/queries/settings'
import { readStandings } from '#server/db/queries/standings'
import { demoEvent } from '#server/event/demo/demo-event'
import { demoLinks, ensureDemoEvent } from '#server/event/demo/ensure-demo-event'
import { parseEventFile } from '#server/event/file/event-file'
import { weakBonusWarnings } from '#server/event/file/weak-bonus'
import type { Game } from '#server/game'
import { parseMobile } from '#server/mobile'
import { ENGINES } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'
import { applyJson, EVENT, readEverything } from './event-database'

function gameOf(test: TestGame, server = 0): Game {
  const db = test.servers[server]?.db ?? test.db
  const publicUrl = new URL('http://localhost:8080')
  return { db, now: test.clock.now, sms: { send: async () => undefined }, publicUrl, productName: 'GeekQuest' }
}

function secretOf(link: string | undefined) {
  const [, id = '', mtp = ''] = /\/l\/([^/]+)\/([^/]+)$/.exec(link ?? '') ?? []
  return { id, mtp }
}

describe.each(ENGINES)('the demo event on %s', (engine) => {
  let game: TestGame
  beforeAll(async () => {
    game = await startGame(engine, { servers: engine === 'postgres' ? 2 : 1 })
    await Promise.all(game.servers.map((_, index) => ensureDemoEvent(gameOf(game, index))))
  })
  afterAll(() => game.close())

  test('is created only once, however many servers start', async () => {
    const before = await readEverything(game.db)
    await ensureDemoEvent(gameOf(game))
    expect(await readEverything(game.db)).toEqual(before)
    expect(before.vendors).toHaveLength(3)
    expect(before.pointTypes).toHaveLength(6)
    expect(await applyJson(game.db, demoEvent)).toEqual([])
  })

  test('has tags of every kind, several of them free for new teams', async () => {
    const { tags } = await readEverything(game.db)
    expect(new Set(tags.map((tag) => tag.nfc_type))).toEqual(new Set(['team', 'vendor', 'bonus']))
    expect(tags.filter((tag) => tag.nfc_type === 'team' && tag.team_id === null).length).toBeGreaterThanOrEqual(4)
    const known = { vendorIds: new Set<string>(), pointTypes: new Set<string>(), startsAt: null, endsAt: null }
    expect(weakBonusWarnings(parseEventFile(JSON.stringify(demoEvent), known))).toEqual([])
  })

  test('has teams, one without points, two that share a rank, and a team that is not full', async () => {
    const teams = rankTeams(await readStandings(game.db.read))
    expect(teams.map(({ teamName, points, rank }) => [teamName, points, rank])).toEqual([
      ['Plavi Vukovi', 157, 1],
      ['Kritični Pogodak', 87, 2],
      ['Greška 404', 87, 2],
      ['Bakini Keksi', 50, 4],
      ['Tek Stigli', 0, 5],
    ])
    const { teamMaxMembers } = await readSettings(game.db.read)
    for (const { teamName, memberCount } of teams) {
      expect(parseTeamName(teamName)).toBe(teamName)
      expect(memberCount).toBeLessThan(teamMaxMembers)
    }
  })

  test('has players without a team, and a pending request', async () => {
    const { read } = game.db
    const teamless = await read
      .selectFrom('users')
      .where('vendor_id', 'is', null)
      .where('user_id', 'not in', (eb) => eb.selectFrom('memberships').select('user_id'))
      .select('nickname')
      .execute()
    expect(teamless.length).toBeGreaterThanOrEqual(3)
    const invites = await read.selectFrom('invites').innerJoin('users', 'users.user_id', 'invites.user_id').selectAll().execute()
    expect(invites).toMatchObject([{ nickname: 'tikvica', vendor_id: null }])
  })

  test('obeys the rules: offered types, points, cooldowns and one bonus per team', async () => {
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
    const settings = await readSettings(game.db.read)
    expect(awards.length).toBeGreaterThan(20)
    for (const award of awards) {
      expect(award.points).toBe(award.worth)
      expect(isInsideEvent(award.awarded_at, settings)).toBe(true)
      expect(award.awarded_at).toBeGreaterThan(award.created_at)
      expect(award.received_at).toBeLessThan(game.clock.now())
      if (award.kind === 'bonus') continue
      expect(award.booth).toBe(award.vendor_id)
      expect(offers.some((offer) => offer.vendor_id === award.vendor_id && offer.point_type === award.point_type)).toBe(true)
      const others = awards.filter(
        (other) =>
          other.award_id !== award.award_id &&
          other.voided_at === null &&
          other.kind === 'award' &&
          other.vendor_id === award.vendor_id &&
          other.team_id === award.team_id &&
          other.point_type === award.point_type,
      )
      const recorded = others.map((other) => ({ madeAt: other.awarded_at }))
      expect(violatesCooldown(award.awarded_at, award.cooldown_seconds, recorded)).toBe(false)
    }
  })

  test('has plausible mobile numbers, e-mails and people that are not real', async () => {
    for (const user of (await readEverything(game.db)).users) {
      expect(parseMobile(user.mobile)).toBe(user.mobile)
      expect(user.mobile).toMatch(/^\+38591000/)
      expect(user.email).toMatch(/@example\.hr$/)
    }
  })

  test('prints fresh links for a player without a team and for staff at every start', async () => {
    const links = [await demoLinks(gameOf(game)), await demoLinks(gameOf(game))]
    expect(new Set(links.flatMap((pair) => [pair?.player, pair?.vendor])).size).toBe(4)
    for (const pair of links) {
      expect((await game.client().ok('signIn', secretOf(pair?.player))).user).toMatchObject({ vendor_id: null, team: null })
      expect((await game.client().ok('signIn', secretOf(pair?.vendor))).user).toMatchObject({ vendor_id: 'arkade' })
    }
  })
})

describe.each(ENGINES)('a database with data on %s', (engine) => {
  let game: TestGame
  beforeAll(async () => {
    game = await startGame(engine)
    await applyJson(game.db, { settings: EVENT.settings })
  })
  afterAll(() => game.close())

  test('gets no demo event and no links', async () => {
    const before = await readEverything(game.db)
    await ensureDemoEvent(gameOf(game))
    expect(await readEverything(game.db)).toEqual(before)
    expect(await demoLinks(gameOf(game))).toBeNull()
  })
})
