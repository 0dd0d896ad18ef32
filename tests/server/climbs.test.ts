import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Writer } from '#server/db/database'
import { recordEntries, voidEntry } from '#server/db/ledger'
import type { AwardsTable } from '#server/db/tables'
import { type Followed, followLedger } from '#server/readings/climbs'
import { createReadings } from '#server/readings/readings'
import { ENGINES } from '../support/databases'
import { foundTeam } from '../support/people'
import { useGame } from '../support/use-game'

const MINUTE_MS = 60_000
/** More than a page of the query, so that there are places to go on from amid the ledger. */
const FIRST = 4_200
const TEAMS = 12

/** An entry, or a void of one; `late` counts from the newest, and -1 comes after it. */
const step = fc.record({
  is: fc.constantFrom('entry', 'entry', 'void'),
  team: fc.nat(TEAMS - 1),
  points: fc.integer({ min: -9, max: 30 }),
  late: fc.oneof(fc.constant(-1), fc.nat(FIRST)),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe.each(ENGINES)('rule 20: the ledger of %s followed as it grows', (engine) => {
  const game = useGame(engine)

  test('tells the same climbs as followed from its beginning, whatever arrives late or is voided', async () => {
    const { db } = game()
    const teams = await Promise.all(Array.from({ length: TEAMS }, async () => (await foundTeam(game())).id))
    const sources = createReadings({ db })
    const begin = game().clock.now()
    const ledger: AwardsTable[] = []
    const voided = new Set<AwardsTable>()
    const entry = (team: number, points: number, minute: number): AwardsTable => ({
      ...{ award_id: randomUUID(), kind: 'adjustment', team_id: teams[team] ?? '', vendor_id: null, point_type: 'kviz', points },
      ...{ awarded_at: begin + minute * MINUTE_MS, received_at: begin, user_id: 'iva', nfc_id: null, reason: 'proba' },
    })
    const first = Array.from({ length: FIRST }, (_, minute) => entry((minute * 7) % TEAMS, (minute * 31) % 23, minute))
    await db.write({ on: 'ledger', teamIds: teams }, (tx) => recordEntries(tx, first))
    ledger.push(...first)
    let { kept } = await followLedger(db.read, sources, [], teams)

    async function take(tx: Writer, one: Step): Promise<AwardsTable> {
      const at = ledger[ledger.length - 1 - one.late]
      if (one.is === 'void' && at !== undefined) {
        if (!voided.has(at)) await voidEntry(tx, at, { voided_at: begin, user_id: 'iva' })
        voided.add(at)
        return at
      }
      const made = entry(one.team, one.points, ledger.length)
      const row = { ...made, awarded_at: at?.awarded_at ?? made.awarded_at }
      await recordEntries(tx, [row])
      ledger.push(row)
      return row
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const teamIds = new Set<string>()
        await db.write({ on: 'ledger', teamIds: teams }, async (tx) => {
          for (const one of steps) teamIds.add((await take(tx, one)).team_id)
        })
        kept = (await followLedger(db.read, sources, kept, [...teamIds])).kept
        const anew = (await followLedger(db.read, sources, [], [])).kept[0]
        expect(kept[0]?.climbs.greatest()).toEqual(anew?.climbs.greatest())
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  test('goes on from its end, or from the newest place before what came late', async () => {
    const { db } = game()
    const sources = createReadings({ db })
    const { team_id } = await db.read.selectFrom('teams').select('team_id').executeTakeFirstOrThrow()
    const follow = async (before: readonly Followed[]) => await followLedger(db.read, sources, before, [team_id])
    const { kept, looked } = await follow([])
    const [last, amid, start] = kept
    if (last === undefined) throw new Error('nothing was followed')
    expect(looked).toBe(last.entries)
    expect([amid, start].map((one) => one?.entries)).toEqual([4_000, 2_000])
    expect((await follow(kept)).kept.slice(1)).toEqual([amid, start])
    const outdated = { ...last, records: new Map(last.records).set(team_id, 0) }
    const again = await follow([outdated, ...kept.slice(1)])
    expect(again.kept[0]?.climbs.greatest()).toEqual(last.climbs.greatest())
    expect(again.looked).toBeLessThan(looked / 2)
  })
})
