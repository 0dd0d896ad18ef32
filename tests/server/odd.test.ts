import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ODD_KINDS } from '#rules/odd'
import { REHEARSAL_PREFIX } from '#server/db/queries/rehearsal'
import type { NewEntry } from '#server/db/tables'
import { ledgerEntry } from '../support/booth'
import { insertTag, userRow } from '../support/event'
import { foundTeam, signIn, type Team } from '../support/people'
import { HOUR, times } from '../support/times'
import { onEachEngine, useOrganiser } from '../support/use-game'

onEachEngine('the list of odd patterns', (game) => {
  const organiser = useOrganiser(game)
  let teams: Team[]
  let nfc_id: string
  beforeAll(async () => {
    teams = []
    while (teams.length < 5) teams.push(await foundTeam(game))
    nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    await game.db.write({ kind: 'event' }, (tx) =>
      tx
        .updateTable('vendors')
        .set({ location: 'Hala B' })
        .where('vendor_id', '=', 'kutak')
        .execute(),
    )
  })

  const odd = async () => (await organiser.api.ok('odd', {})).odd
  const at = (team: number) => teams[team] as Team

  /** Writes awards directly into the ledger, as if from a booth. */
  async function insertAwards(rows: readonly Partial<NewEntry>[]): Promise<void> {
    const entries = rows.map((own) =>
      ledgerEntry({ team_id: at(0).id, awarded_at: game.clock.now(), ...own }),
    )
    await game.db.write({ kind: 'event' }, (tx) =>
      tx.insertInto('awards').values(entries).execute(),
    )
  }

  test('is empty in an ordinary event', async () => {
    const staff = await signIn(game, 'iva')
    await staff.api.ok('awardPoints', { team_id: at(0).id, point_type: 'dolazak' })
    await at(0).captain.api.ok('scan', {
      nfc_id: await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' }),
    })
    expect(await odd()).toEqual([])
  })

  test('contains every kind, newest first, with ids and names', async () => {
    const now = game.clock.now()
    for (const { captain } of teams) {
      await captain.api.ok('scan', { nfc_id })
      game.clock.advance(1_000)
    }
    game.clock.advance(2 * HOUR)
    await insertAwards(
      times(6, (i) => ({
        vendor_id: i % 2 === 0 ? 'arkade' : 'kutak',
        awarded_at: now + HOUR + Math.floor(i / 2) * 60_000 + i,
      })),
    )
    game.clock.advance(2 * HOUR)
    // Put all awards into one hour of the clock, whenever this test runs.
    const hour = Math.floor(game.clock.now() / HOUR) * HOUR
    await insertAwards(
      times(10, (i) => ({
        team_id: at(1).id,
        vendor_id: 'kutak',
        user_id: 'mia',
        awarded_at: hour + i * 30_000,
      })),
    )
    game.clock.advance(2 * HOUR)
    await insertAwards(
      times(31, (i) => ({
        team_id: at(i % 3).id,
        user_id: 'luka',
        awarded_at: game.clock.now() + i,
      })),
    )
    game.clock.advance(HOUR)
    // A device sends awards that are backdated by over a day to a friends' team.
    const friends = await foundTeam(game)
    const { api } = await signIn(game, 'iva')
    const backdated = times(40, (i) => ({
      award_id: randomUUID(),
      team_id: friends.id,
      point_type: 'dolazak',
      queued_ms: (i + 2) * HOUR,
    }))
    await api.ok('awardMany', { awards: backdated })
    game.clock.advance(HOUR)
    const proving = await insertTag(game.db, {
      nfc_type: 'bonus',
      point_type: 'blago',
      proof: 'ntag424',
    })
    for (const { captain } of [...teams, ...teams]) {
      expect(await captain.api.outcome('scan', { nfc_id: proving })).toBe('TAG_NOT_PROVEN')
      game.clock.advance(1_000)
    }
    const refusals = game.db.read
      .selectFrom('tag_refusals')
      .where('nfc_id', '=', proving)
      .select('team_id')
    expect(await refusals.execute()).toHaveLength(5)
    const [unproven, ...found] = await odd()
    expect(unproven).toMatchObject({
      kind: 'unproven',
      nfc_id: proving,
      team_id: at(0).id,
      team_name: at(0).name,
      count: 5,
    })
    const [byReceipt, rest] = [found.slice(0, 3), found.slice(3)]
    expect(byReceipt.map(({ kind }) => kind).toSorted()).toEqual([
      'fast_booth',
      'favourite',
      'late_burst',
    ])
    for (const one of byReceipt)
      expect(one).toMatchObject({ team_id: friends.id, team_name: friends.name, count: 40 })
    const late = byReceipt.find(({ kind }) => kind === 'late_burst')
    expect(late).toMatchObject({
      user_id: 'iva',
      nickname: 'iva',
      vendor_id: 'arkade',
      vendor_name: 'Arkadna zona',
    })
    expect(rest.map(({ kind }) => kind)).toEqual([
      'fast_booth',
      'favourite',
      'two_places',
      'shared_tag',
    ])
    expect(new Set(['unproven', ...found.map(({ kind }) => kind)])).toEqual(new Set(ODD_KINDS))
    const [fast, favourite, places, shared] = rest
    expect(fast).toMatchObject({
      user_id: 'luka',
      nickname: 'luka',
      vendor_id: 'arkade',
      vendor_name: 'Arkadna zona',
      count: 31,
    })
    expect(favourite).toMatchObject({
      team_id: at(1).id,
      team_name: at(1).name,
      vendor_id: 'kutak',
      count: 10,
    })
    expect(favourite?.since).toBe(new Date(hour).toISOString())
    expect(places).toMatchObject({ team_id: at(0).id, count: 3 })
    expect(shared).toMatchObject({ nfc_id, team_id: at(0).id, team_name: at(0).name, count: 5 })
  })

  test('leaves out voided awards, an organiser’s adjustments, and rehearsals', async () => {
    const before = await odd()
    const luka = before.find(({ user_id }) => user_id === 'luka')
    const since = Date.parse(luka?.since ?? '')
    const [first] = await game.db.read
      .selectFrom('awards')
      .where('awarded_at', '>=', since)
      .select('award_id')
      .limit(1)
      .execute()
    await organiser.api.ok('voidAnyAward', { award_id: first?.award_id ?? '', reason: 'Pogrešno' })
    const after = await odd()
    expect(after).toEqual(before.filter(({ user_id }) => user_id !== 'luka'))
    await insertAwards(times(40, () => ({ user_id: null, reason: 'Ispravak' })))
    const user_id = `${REHEARSAL_PREFIX}x.b1`
    const row = userRow(user_id, { mobile: user_id, vendor_id: 'arkade' })
    await game.db.write({ kind: 'event' }, (tx) => tx.insertInto('users').values(row).execute())
    await insertAwards(times(40, () => ({ user_id })))
    expect(await odd()).toEqual(after)
  })
})
