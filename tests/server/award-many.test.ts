import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { CallInput } from '#contract/calls'
import type { AwardResult } from '#contract/entities'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { errorTexts } from '#texts/errors'
import type { ApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { insertTeams } from '../support/event'
import { foundTeam, signIn } from '../support/people'
import { HOUR, times } from '../support/times'
import { onEachEngine, onOneEngine, useGame } from '../support/use-game'

type Given = CallInput<'awardMany'>['awards'][number]

const send = async (api: ApiClient, awards: readonly Given[]) =>
  (await api.ok('awardMany', { awards: [...awards] })).results
const said = (result: AwardResult) =>
  result.status === 'KO' ? result.code : result.duplicate ? 'duplicate' : 'OK'

onOneEngine('many awards in one call', (game) => {
  test('an item that is not an award affects no other, and its result has its id if it has one', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const { award_id } = award()
    // The type forbids such items, which no client of ours sends.
    const awards = [
      'text',
      null,
      { award_id },
      award({ award_id: 'no uuid' }),
      award({ queued_ms: -1 }),
      award(),
    ] as Given[]
    const results = await send(staff.api, awards)
    expect(results.map(said)).toEqual([...times(5, () => 'INVALID_INPUT'), 'OK'])
    const ids = [null, null, award_id, null, ...awards.slice(4).map((one) => one.award_id)]
    expect(results.map((result) => result.award_id)).toEqual(ids)
  })

  test('fault 53: a call that is repeated after a lost response gives each award its first result', async () => {
    const { team, staff, award, points } = await atTheBooth(game)
    const first = [award(), award(), award({ point_type: 'kviz' })]
    const results = await send(staff.api, first)
    expect(results.map(said)).toEqual(['OK', 'COOLDOWN', 'OK'])
    expect(results[1]).toMatchObject({
      message: errorTexts.COOLDOWN,
      cooldowns: [
        { vendor_id: 'arkade', team_id: team.id, point_type: 'pobjeda', remaining_seconds: 900 },
      ],
    })
    const shown = (await team.captain.api.ok('teamPoints', {})).awards
    expect(results[0]).toMatchObject({
      award: shown.find(({ award_id }) => award_id === first[0]?.award_id),
    })
    game.clock.advance(HOUR)
    const second = [...first, award({ point_type: 'dolazak' })]
    expect((await send(staff.api, second)).map(said)).toEqual([
      'duplicate',
      'COOLDOWN',
      'duplicate',
      'OK',
    ])
    expect((await send(staff.api, second.slice(2))).map(said)).toEqual(['duplicate', 'duplicate'])
    expect(await points()).toBe(31)
  })

  test('a call of any size is one transaction, which it may share with other calls', async () => {
    const { staff, award, points } = await atTheBooth(game, { point_type: 'dolazak' })
    const write = vi.spyOn(game.db, 'write')
    const many = times(AWARDS_AT_ONCE, () => award())
    const [results] = await Promise.all([
      send(staff.api, many),
      staff.api.ok('awardPoints', award()),
      send(staff.api, [award()]),
    ])
    expect(write.mock.calls.length).toBeLessThanOrEqual(2)
    write.mockRestore()
    expect(results.map(said)).toEqual(many.map(() => 'OK'))
    expect(await points()).toBe(AWARDS_AT_ONCE + 2)
  })

  test('the maximum number of awards with all fields fits the body limit; one more is INVALID_INPUT', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const full = award({
      user_id: 'u'.repeat(32),
      vendor_id: 'v'.repeat(32),
      team_id: 't'.repeat(32),
      queued_ms: 172_800_000,
    })
    const awards = times(AWARDS_AT_ONCE, () => full)
    expect((await staff.api.post('awardMany', { awards })).statusCode).toBe(200)
    for (const wrong of [[], [...awards, full]]) {
      const refused = await staff.api.ko('awardMany', { awards: wrong })
      expect(refused).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { awards: expect.any(String) },
      })
    }
    const address = { action: 'vendor', option: 'award_many' }
    expect((await staff.api.raw(address, 'awards=no+json')).statusCode).toBe(400)
    expect((await staff.api.raw(address, 'awards=%7B%7D')).json()).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})

onEachEngine('odd texts in awards', (game) => {
  test('in the fields of a team, a type or a booth break nothing', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    for (const text of [
      '\ud800',
      '\udc00x',
      '\u0000',
      "x'--",
      '"',
      '\\',
      '%',
      '𝄞',
      'ž'.repeat(128),
    ]) {
      const awards = [{ team_id: text }, { point_type: text }, { vendor_id: text }, {}].map(award)
      const [team, type, booth, good] = (await send(staff.api, awards)).map(said)
      expect(['TEAM_NOT_FOUND', 'INVALID_INPUT'], text).toContain(team)
      expect(['POINT_TYPE_NOT_ALLOWED', 'INVALID_INPUT'], text).toContain(type)
      expect(['FORBIDDEN', 'INVALID_INPUT'], text).toContain(booth)
      expect(good).toBe('OK')
    }
  })
})

describe('a batch', () => {
  const game = useGame('sqlite')

  test('faults 39 and 53: an award that cannot be written affects no other and can be tried again', async () => {
    const [bad, good] = [await foundTeam(game), await foundTeam(game)]
    const { api } = await signIn(game, 'iva')
    const change = (statement: RawBuilder<unknown>) =>
      game.db.write({ kind: 'event' }, (tx) => statement.execute(tx))
    await change(sql`create trigger no_luck before insert on awards
      when new.team_id = ${sql.lit(bad.id)} begin select raise(abort, 'no luck'); end`)
    const awards = [good, bad, good].map(
      ({ id }): Given => ({ team_id: id, point_type: 'dolazak', award_id: randomUUID() }),
    )
    const alone = api.post('awardPoints', { team_id: bad.id, point_type: 'dolazak' })
    const [results] = await Promise.all([send(api, awards), alone])
    expect(results.map(said)).toEqual(['OK', 'INTERNAL', 'OK'])
    expect((await alone).statusCode).toBe(500)
    expect((await good.captain.api.ok('teamPoints', {})).points).toBe(2)

    await change(sql`drop trigger no_luck`)
    expect((await send(api, awards)).map(said)).toEqual(['duplicate', 'OK', 'duplicate'])
    expect((await bad.captain.api.ok('teamPoints', {})).points).toBe(1)
  })

  test('rules 9 and 10: any batch gives the same results as its awards sent one by one', async () => {
    const TEAMS = 2
    const item = fc.record({
      team: fc.nat({ max: TEAMS }),
      point_type: fc.constantFrom('pobjeda', 'kviz', 'dolazak', 'blago'),
      id: fc.nat({ max: 12 }),
      // None of these is close to a cooldown's end, so the duration of the calls does not matter.
      queued_ms: fc.constantFrom(0, 5_000, 45_000, 870_000, 930_000, 200_000_000),
      vendor_id: fc.constantFrom(undefined, 'arkade', 'kutak'),
      user_id: fc.constantFrom(undefined, undefined, 'iva', 'luka'),
    })
    const { api } = await signIn(game, 'iva')
    let teams = 0
    const forbidden = { id: 1, vendor_id: 'kutak', user_id: undefined, queued_ms: 0 } as const
    // One id is refused with two contents, and the second content is sent again as if made earlier.
    const again = { ...forbidden, team: 2, point_type: 'blago' } as const
    const refusedTwice = [
      { ...forbidden, team: 1, point_type: 'pobjeda' as const },
      again,
      { ...again, queued_ms: 200_000_000 as const },
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 15 }), async (items) => {
        /** Sends the same awards with new teams and new ids. */
        async function play(sendAll: (awards: Given[]) => Promise<string[]>) {
          const own = [`a${++teams}`, `b${teams}`]
          await insertTeams(game.db, own)
          const ids = times(13, () => randomUUID())
          const awards = items.map(
            ({ team, id, ...rest }): Given => ({
              ...rest,
              team_id: own[team] ?? 'nema-ga',
              award_id: ids[id],
            }),
          )
          const outcomes = await sendAll(awards)
          const scores = game.db.read
            .selectFrom('team_scores')
            .where('team_id', 'in', own)
            .orderBy('team_id')
          return { outcomes, scores: await scores.select('points').execute() }
        }
        const together = await play(async (awards) => {
          const results = await send(api, awards)
          expect(results.map(({ award_id }) => award_id)).toEqual(
            awards.map(({ award_id }) => award_id),
          )
          return results.map(said)
        })
        const alone = await play(async (awards) => {
          const outcomes: string[] = []
          for (const award of awards)
            outcomes.push(said((await api.post('awardPoints', award)).json<AwardResult>()))
          return outcomes
        })
        expect(together).toEqual(alone)
      }),
      { numRuns: 40, examples: [[refusedTwice]] },
    )
  })
})
