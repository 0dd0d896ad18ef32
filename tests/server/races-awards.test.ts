import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortestDistanceMs } from '#rules/cooldown'
import { atTheBooth } from '../support/booth'
import type { Engine } from '../support/databases'
import { insertTag, POINT_TYPES } from '../support/event'
import { foundTeam, type Person, signIn, signUp } from '../support/people'
import { onOneEngine, useGame } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

const ENGINES: readonly (readonly [Engine, number])[] = [
  ['sqlite', 1],
  ['postgres', 2],
]

describe.each(ENGINES)('awards at the same moment, on %s with %i server(s)', (engine, servers) => {
  const game = useGame(engine, { servers })
  const ledgerOf = (team_id: string) =>
    game.db.read.selectFrom('awards').where('team_id', '=', team_id).selectAll().execute()

  /** Signs one account in on `count` devices, spread over the servers. */
  async function devices(name: 'iva' | 'luka', count: number): Promise<Person[]> {
    const all: Person[] = []
    while (all.length < count) all.push(await signIn(game, name, all.length % servers))
    return all
  }

  test('fault 34: of ten devices of a booth that serve one team at once, one gets OK and nine get COOLDOWN', async () => {
    const { team, award } = await atTheBooth(game)
    const all = [...(await devices('iva', 5)), ...(await devices('luka', 5))]
    const outcomes = await Promise.all(all.map(({ api }) => api.outcome('awardPoints', award())))
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'COOLDOWN')).toHaveLength(9)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('fault 40, rule 10: one award_id sent 20 times in parallel has one effect', async () => {
    const { team, award } = await atTheBooth(game)
    const sent = award({ queued_ms: 1_000 })
    const all = await devices('iva', 20)
    const answers = await Promise.all(all.map(({ api }) => api.ok('awardPoints', sent)))
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer.award))).size).toBe(1)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('fault 35: one award_id for many teams at once is recorded for one team and a conflict for all others', async () => {
    const all = await devices('iva', 6)
    const award_id = randomUUID()
    const teams = await Promise.all(all.map(() => foundTeam(game)))
    const outcomes = await Promise.all(
      all.map(({ api }, index) =>
        api.outcome('awardPoints', {
          team_id: teams[index]?.id ?? '',
          point_type: 'pobjeda',
          award_id,
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'AWARD_CONFLICT')).toHaveLength(5)
    const recorded = await game.db.read
      .selectFrom('awards')
      .where('award_id', '=', award_id)
      .selectAll()
      .execute()
    expect(recorded).toHaveLength(1)
  })

  test('fault 67: the booth’s own call and the team’s copy at the same moment count as one award', async () => {
    const { team, staff, award, points } = await atTheBooth(game, { point_type: 'dolazak' })
    const device = await signingDevice(game, staff, team.id)
    const captain = await signIn(game, team.captain.id, servers - 1)
    for (let round = 1; round <= 10; round++) {
      const sent = award()
      const voucher = await device.voucher({ awardId: sent.award_id, pointType: 'dolazak' })
      const both = await Promise.all([
        staff.api.ok('awardPoints', sent),
        captain.api.ok('deliver', { voucher }),
      ])
      expect(new Set(both.map(({ duplicate }) => duplicate))).toEqual(new Set([false, true]))
    }
    expect(await points()).toBe(10)
  })

  test('rule 11: a bonus scanned by all members at once is collected once', async () => {
    const team = await foundTeam(game, { size: 5 })
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const everybody: Person[] = []
    for (const [index, { id }] of [team.captain, ...team.members].entries()) {
      everybody.push(await signIn(game, id, index % servers))
    }
    const answers = await Promise.all(everybody.map(({ api }) => api.ok('scan', { nfc_id })))
    expect(answers.filter(({ nfc }) => !nfc.already_collected)).toHaveLength(1)
    expect(new Set(answers.map(({ nfc }) => nfc.award?.award_id)).size).toBe(1)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('if a team is disbanded during awards and a bonus, the ledger has exactly those that got OK', async () => {
    const [all, team] = [await devices('iva', 4), await foundTeam(game, { size: 2 })]
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const captain = await signIn(game, team.captain.id, servers - 1)
    const sent = all.map(() => randomUUID())
    const [disbanded, scanned, ...outcomes] = await Promise.all([
      captain.api.outcome('disbandTeam', { team_name: team.name }),
      team.members[0]?.api.outcome('scan', { nfc_id }),
      ...all.map(({ api }, index) =>
        api.outcome('awardPoints', {
          team_id: team.id,
          point_type: 'dolazak',
          award_id: sent[index],
        }),
      ),
    ])
    expect([disbanded, ['OK', 'NOT_IN_TEAM'].includes(String(scanned))]).toEqual(['OK', true])
    expect(outcomes.filter((outcome) => outcome !== 'OK' && outcome !== 'TEAM_NOT_FOUND')).toEqual(
      [],
    )
    const ledger = await ledgerOf(team.id)
    const given = ledger.flatMap(({ kind, award_id }) => (kind === 'award' ? [award_id] : []))
    expect(given.toSorted()).toEqual(sent.filter((_, index) => outcomes[index] === 'OK').toSorted())
    expect(ledger.length - given.length).toBe(scanned === 'OK' ? 1 : 0)
  })

  test('rule 12: an award voided from two devices at once is voided once, and both get OK', async () => {
    const { staff, give } = await atTheBooth(game)
    const sent = await give()
    const luka = await signIn(game, 'luka', servers - 1)
    const answers = await Promise.all(
      [staff, luka].map(({ api }) => api.ok('voidAward', { award_id: sent.award_id })),
    )
    expect(answers.map((answer) => answer.award.voided)).toEqual([true, true])
    const voids = await game.db.read
      .selectFrom('voids')
      .where('award_id', '=', sent.award_id)
      .selectAll()
      .execute()
    expect(voids).toHaveLength(1)
  })
})

/** An award made on a device `age` ms before all awards arrive. */
interface Made {
  readonly award_id: string
  readonly booth: 'iva' | 'mia'
  readonly point_type: 'kviz' | 'pobjeda'
  readonly age: number
}

const groupOf = ({ booth, point_type }: Made) => `${booth} ${point_type}`
const distance = (a: Made, b: Made) => Math.abs(a.age - b.age)
const shortest = ({ point_type }: Made) =>
  shortestDistanceMs(POINT_TYPES[point_type].cooldown_seconds)
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
/** Awards, their order of arrival, and those that are sent again afterwards. */
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
    staff ??= { iva: await signIn(game, 'iva'), mia: await signIn(game, 'mia') }
    return await staff[booth].api.outcome('awardPoints', {
      team_id,
      point_type,
      award_id,
      queued_ms: age,
    })
  }

  /** A team without awards. */
  async function freshTeam(): Promise<string> {
    const { api } = await signUp(game)
    return (await api.ok('createTeam', { team_name: `Redoslijed ${++teams}` })).team_id
  }

  async function ledgerOf(team_id: string) {
    return await game.db.read
      .selectFrom('awards')
      .where('team_id', '=', team_id)
      .select('award_id')
      .execute()
  }

  // It follows that awards without conflicts are all recorded, in whatever order they arrive.
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
      const ledger = new Set((await ledgerOf(team_id)).map((row) => row.award_id))
      expect(ledger).toEqual(new Set(recorded.map((one) => one.award_id)))
      expect(closePairs(recorded)).toEqual([])
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
