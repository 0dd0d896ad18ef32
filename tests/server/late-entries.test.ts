import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { LateEntry } from '#contract/organiser-entities'
import { insertRows } from '#server/db/statement'
import type { LateEntriesTable } from '#server/db/tables'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { foundTeam } from '../support/people'
import { HOUR, times } from '../support/times'
import { onEachEngine, onOneEngine, useOrganiser } from '../support/use-game'

const KEPT = 'KEPT_FOR_ORGANISER'
const reason = 'Nije potvrđeno'

onOneEngine('rule 17: late entries', (game) => {
  const organiser = useOrganiser(game, beforeEach)
  beforeEach(async () => {
    await organiser.api.ok('closeResults', {})
    // Start a new hour of every account's limit.
    game.clock.advance(HOUR)
  })
  const counts = async () => (await organiser.api.ok('overview', {})).counts
  const page = async (before?: string) => (await organiser.api.ok('listLate', { before })).late

  /** Sends awards of one person, 40 a call. */
  async function sendLate(number: number) {
    const { team, staff } = await atTheBooth(game, { staff: 'luka' })
    for (let left = number; left > 0; left -= 40) {
      const awards = times(Math.min(40, left), () => ({
        award_id: randomUUID(),
        team_id: team.id,
        point_type: 'dolazak',
        queued_ms: left,
      }))
      await staff.api.ok('awardMany', { awards })
    }
  }

  test('are read 100 at a time, undecided ones first, then the newest, and none twice', async () => {
    await sendLate(120)
    const [decided] = await page()
    await organiser.api.ok('declineLate', { late_id: decided?.late_id ?? '', reason })
    const all: LateEntry[] = []
    for (;;) {
      const next = await page(all.at(-1)?.late_id)
      all.push(...next)
      if (next.length < 100) break
    }
    expect(all.length).toBeGreaterThan(100)
    expect(new Set(all.map(({ late_id }) => late_id)).size).toBe(all.length)
    const { late } = await counts()
    expect(all.filter(({ accepted, declined }) => !accepted && !declined)).toHaveLength(late)
    const rank = ({ accepted, declined, received_at, awarded_at }: LateEntry) =>
      `${accepted || declined ? 1 : 0} ${9e15 - Date.parse(received_at)} ${9e15 - Date.parse(awarded_at)}`
    expect(all.map(rank)).toEqual(all.map(rank).toSorted())
    expect(all.find(({ late_id }) => late_id === decided?.late_id)).toMatchObject({
      declined: true,
      accepted: false,
    })
    expect(await page('nema-ga')).toEqual([])
  })

  test('can be declined with a reason, which the audit trail keeps, and accepted later, but not vice versa', async () => {
    const { team, staff, award, points } = await atTheBooth(game)
    const sent = award()
    await staff.api.outcome('awardPoints', sent)
    const own = async () => (await page()).filter(({ team_id }) => team_id === team.id)
    const late_id = (await own())[0]?.late_id ?? ''
    const before = (await counts()).late
    await organiser.api.ok('declineLate', { late_id, reason })
    await organiser.api.ok('declineLate', { late_id, reason: 'Još jednom' })
    expect(await organiser.api.outcome('declineLate', { late_id, reason: ' ' })).toBe(
      'INVALID_INPUT',
    )
    expect([(await counts()).late, await staff.api.outcome('awardPoints', sent)]).toEqual([
      before - 1,
      KEPT,
    ])
    const { entries } = await organiser.api.ok('audit', {})
    const declined = entries.filter(
      ({ what, about }) => what === 'decline_late' && about.startsWith(team.name),
    )
    expect(declined).toMatchObject([{ about: `${team.name}: Pobjeda, 25`, reason }])
    await organiser.api.ok('acceptLate', { late_id, reason })
    expect(await organiser.api.ko('declineLate', { late_id, reason })).toMatchObject({
      code: 'AWARD_CONFLICT',
    })
    expect(await points()).toBe(25)
  })
})

onEachEngine('rule 17, fault 93: results are closed while devices hold awards', (game) => {
  const organiser = useOrganiser(game, beforeEach)
  beforeEach(async () => {
    await organiser.api.ok('closeResults', {})
    // Start a new hour of every account's limit.
    game.clock.advance(HOUR)
  })

  async function lateOf(teamId: string): Promise<Set<string>> {
    const rows = game.db.read
      .selectFrom('late_entries')
      .where('team_id', '=', teamId)
      .select('award_id')
    return new Set((await rows.execute()).map(({ award_id }) => award_id))
  }

  /** Stores late entries of an account, as if they had arrived now. */
  async function insertLate(
    number: number,
    own: Pick<LateEntriesTable, 'team_id' | 'user_id' | 'vendor_id' | 'point_type'>,
  ) {
    const received_at = game.clock.now()
    const rows = times(number, () => ({
      ...own,
      late_id: randomUUID(),
      award_id: randomUUID(),
      kind: 'award' as const,
      points: 1,
      nfc_id: null,
      made_at: received_at,
      received_at,
      accepted_at: null,
      declined_at: null,
      signed: 0,
    }))
    await game.db.write({ kind: 'event' }, (db) => insertRows(db, 'late_entries', rows))
  }

  test('all 640 awards of a booth, sent 40 a call, wait for the organiser', async () => {
    const { team, staff, award } = await atTheBooth(game, { staff: 'luka', point_type: 'dolazak' })
    const sent = times(640, (index) => award({ queued_ms: index * 1_000 }))
    for (let from = 0; from < sent.length; from += 40) {
      const { results } = await staff.api.ok('awardMany', { awards: sent.slice(from, from + 40) })
      expect(new Set(results.map((one) => one.status === 'KO' && one.code))).toEqual(
        new Set([KEPT]),
      )
    }
    expect(await lateOf(team.id)).toEqual(new Set(sent.map(({ award_id }) => award_id)))
  })

  test('a booth’s staff can store 2,000 late awards an hour; a call that exceeds this is answered as a whole with 429', async () => {
    const { team, staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    await insertLate(1_990, {
      team_id: team.id,
      user_id: 'iva',
      vendor_id: 'arkade',
      point_type: 'dolazak',
    })
    const awards = times(40, () => award())
    const away = await staff.api.post('awardMany', { awards })
    expect([away.statusCode, away.json().code, away.json().results]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      undefined,
    ])
    const waitSeconds = Number(away.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(300)
    const lone = award()
    expect((await staff.api.post('awardPoints', lone)).statusCode).toBe(429)
    const voided = await staff.api.post('voidAward', { award_id: awards[0]?.award_id ?? '' })
    expect(voided.statusCode).toBe(429)
    // Other accounts do not have to wait.
    const other = await atTheBooth(game, { staff: 'mia' })
    expect(await other.staff.api.outcome('awardPoints', other.award())).toBe(KEPT)
    game.clock.advance(HOUR)
    const { results } = await staff.api.ok('awardMany', { awards: [...awards.slice(1), lone] })
    expect(new Set(results.map((one) => one.status === 'KO' && one.code))).toEqual(new Set([KEPT]))
    const stored = await lateOf(team.id)
    for (const { award_id } of [...awards, lone]) expect(stored).toContain(award_id)
    expect(stored.size).toBe(1_990 + 41)
  })

  test('any other account can store 200 an hour, and its next scan has to wait', async () => {
    const team = await foundTeam(game)
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    await insertLate(199, {
      team_id: team.id,
      user_id: team.captain.id,
      vendor_id: null,
      point_type: 'blago',
    })
    expect(await team.captain.api.outcome('scan', { nfc_id })).toBe(KEPT)
    const next = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const away = await team.captain.api.post('scan', { nfc_id: next })
    expect([away.statusCode, Number(away.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await team.captain.api.outcome('scan', { nfc_id })).toBe(KEPT)
    game.clock.advance(HOUR)
    expect(await team.captain.api.outcome('scan', { nfc_id: next })).toBe(KEPT)
  })
})
