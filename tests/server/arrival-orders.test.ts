import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortestDistanceMs } from '#rules/cooldown'
import { POINT_TYPES } from '../support/event'
import { type Person, signInStaff, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

/** An award made on a device `age` ms before all awards arrive. */
interface Made {
  readonly award_id: string
  readonly booth: 'iva' | 'mia'
  readonly point_type: 'kviz' | 'pobjeda'
  readonly age: number
}

const groupOf = ({ booth, point_type }: Made) => `${booth} ${point_type}`
const distance = (a: Made, b: Made) => Math.abs(a.age - b.age)
const shortest = ({ point_type }: Made) => shortestDistanceMs(POINT_TYPES[point_type].cooldown_seconds)
const conflict = (a: Made, b: Made) => groupOf(a) === groupOf(b) && distance(a, b) < shortest(a)

/** Pairs of awards of one booth, team and type that are closer than rule 9 allows. */
const closePairs = (all: readonly Made[]) =>
  all.flatMap((a, index) => all.slice(index + 1).flatMap((b) => (conflict(a, b) ? [[a, b]] : [])))

const made = fc.record<Made>({
  award_id: fc.constant('').map(() => randomUUID()),
  booth: fc.constantFrom('iva', 'mia'),
  // Cooldowns of 20 s and 900 s, with ages around their limits of 18 s and 895 s (after the grace).
  point_type: fc.constantFrom('kviz', 'pobjeda'),
  age: fc.oneof(
    fc.integer({ min: 0, max: 10 }).map((steps) => steps * 18_000),
    fc.integer({ min: 0, max: 3 }).map((steps) => steps * 895_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  ),
})
const awards = fc.array(made, { minLength: 2, maxLength: 9 })
/** The same awards in two orders of arrival, with the ones that are sent again in between. */
const arrivals = awards.chain((all) =>
  fc.record({
    all: fc.constant(all),
    order: fc.shuffledSubarray(all, { minLength: all.length }),
    again: fc.array(fc.nat({ max: all.length - 1 }), { maxLength: 6 }),
  }),
)

onOneEngine('fault 33: awards that arrive in any order', (game) => {
  let staff: Readonly<Record<Made['booth'], Person>> | null = null
  let teams = 0

  /** Sends one award to a team. */
  async function send(team_id: string, { award_id, booth, point_type, age }: Made) {
    staff ??= { iva: await signInStaff(game(), 'iva'), mia: await signInStaff(game(), 'mia') }
    return await staff[booth].api.outcome('awardPoints', { team_id, point_type, award_id, queued_ms: age })
  }

  /** A team without awards. */
  async function freshTeam(): Promise<string> {
    const { api } = await signUp(game())
    return (await api.ok('createTeam', { team_name: `Redoslijed ${++teams}` })).team_id
  }

  async function ledgerOf(team_id: string) {
    return await game().db.read.selectFrom('awards').where('team_id', '=', team_id).select('award_id').execute()
  }

  // So without conflicts every order records all, and orders alike within each booth, team and type give the same ledger.
  test('no two recorded awards are too close, each refused one had such a neighbour, and retries change nothing', async () => {
    const property = fc.asyncProperty(arrivals, async ({ all, order, again }) => {
      const team_id = await freshTeam()
      const recorded: Made[] = []
      const outcomes = new Map<string, string>()
      for (const one of order) {
        const expected = recorded.some((other) => conflict(one, other)) ? 'COOLDOWN' : 'OK'
        expect(await send(team_id, one)).toBe(expected)
        outcomes.set(one.award_id, expected)
        if (expected === 'OK') recorded.push(one)
      }
      for (const one of again.flatMap((index) => all[index] ?? [])) {
        expect(await send(team_id, one)).toBe(outcomes.get(one.award_id))
      }
      const kept = new Set((await ledgerOf(team_id)).map((row) => row.award_id))
      expect(kept).toEqual(new Set(recorded.map((one) => one.award_id)))
      expect(closePairs(recorded)).toEqual([])
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
