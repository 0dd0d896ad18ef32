import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEDALS, type MedalEntry, type MedalFacts, teamMedals } from '#rules/medals'
import { HOUR, times } from '../support/times'

const START = Date.UTC(2027, 4, 8, 8)

const BOOTHS = [
  { vendorId: 'a1', location: 'Hala A, štand 1', gives: true, closedAt: null },
  { vendorId: 'a2', location: 'Hala A, štand 2', gives: true, closedAt: null },
  { vendorId: 'b', location: 'Hala B', gives: true, closedAt: null },
  { vendorId: 'c', location: 'Hala C, pozornica', gives: true, closedAt: null },
  { vendorId: 'info', location: 'Ulaz', gives: false, closedAt: null },
]

const EMPTY: MedalFacts = {
  entries: [],
  booths: BOOTHS,
  joinedAt: [START],
  endsAt: START + 10 * HOUR,
  timeZone: 'Europe/Zagreb',
}

const award = (vendorId: string, from = START, points = 5): MedalEntry => ({
  kind: 'award',
  vendorId,
  points,
  from,
})
const bonus = (from = START): MedalEntry => ({ kind: 'bonus', vendorId: null, points: 7, from })
const adjustment = (from = START, points = 5): MedalEntry => ({
  kind: 'adjustment',
  vendorId: null,
  points,
  from,
})
const medals = (entries: readonly MedalEntry[], facts: Partial<MedalFacts> = {}) =>
  teamMedals({ ...EMPTY, ...facts, entries }).earned

const entry: fc.Arbitrary<MedalEntry> = fc.oneof(
  fc.record({
    kind: fc.constant('award' as const),
    vendorId: fc.constantFrom(...BOOTHS.map(({ vendorId }) => vendorId)),
    points: fc.integer({ min: 0, max: 9 }),
    from: fc.integer({ min: START - HOUR, max: START + 30 * HOUR }),
  }),
  fc.record({
    kind: fc.constantFrom('bonus' as const, 'adjustment' as const),
    vendorId: fc.constant(null),
    points: fc.integer({ min: -9, max: 9 }),
    from: fc.integer({ min: START - HOUR, max: START + 30 * HOUR }),
  }),
)

describe('rule 20: medals', () => {
  test('a team without points has no medals, even in an event without booths, members or end', () => {
    expect(medals([])).toEqual([])
    expect(medals([], { booths: [], joinedAt: [], endsAt: null })).toEqual([])
    expect(medals([award('a1', START, 0)])).toEqual([])
  })

  test('the first points win the first medal, no matter who gave them', () => {
    expect(medals([award('a1')])).toEqual(['prvi'])
    expect(medals([adjustment()])).toEqual(['prvi'])
    expect(medals([adjustment(START, -5)])).toEqual([])
  })

  test('adjustments win only the first medal', () => {
    const hourly = times(10, (hour) => adjustment(START + hour * HOUR))
    expect(medals(hourly, { joinedAt: [START, START, START], endsAt: START + 9 * HOUR })).toEqual([
      'prvi',
    ])
  })

  test('the medal for three halls needs different halls, not only booths', () => {
    expect(medals([award('a1'), award('a2'), award('b')])).not.toContain('tri_hale')
    expect(medals([award('a1'), award('b'), award('c')])).toContain('tri_hale')
    const nowhere = BOOTHS.map((booth) => ({ ...booth, location: '' }))
    expect(medals([award('a1'), award('b'), award('c')], { booths: nowhere })).not.toContain(
      'tri_hale',
    )
    const twoHalls = BOOTHS.map((booth) =>
      booth.vendorId === 'c' ? { ...booth, location: '' } : booth,
    )
    expect(medals([award('a1'), award('b'), award('c')], { booths: twoHalls })).not.toContain(
      'tri_hale',
    )
  })

  test('the medal of the whole team needs one award made while all its members, at least three, were in it', () => {
    const together = [START, START, START + HOUR]
    expect(medals([award('a1', START + HOUR)], { joinedAt: together })).toContain('svi')
    expect(
      medals([award('a1', START), award('a1', START + HOUR)], { joinedAt: together }),
    ).toContain('svi')
    expect(medals([award('a1', START + HOUR - 1)], { joinedAt: together })).not.toContain('svi')
    expect(medals([award('a1', START + HOUR)], { joinedAt: together.slice(1) })).not.toContain(
      'svi',
    )
  })

  test('three treasures win the hunter’s medal', () => {
    expect(medals([bonus(), bonus(), award('a1')])).not.toContain('lovac')
    expect(medals([bonus(), bonus(), bonus()])).toContain('lovac')
  })

  test('points in six clock hours of one day, in the event’s time zone, win the marathon’s medal', () => {
    const hourly = (from: number) => times(6, (hour) => award('a1', from + hour * HOUR))
    expect(medals(hourly(START))).toContain('maraton')
    expect(medals(hourly(START).slice(1))).not.toContain('maraton')
    const overMidnight = Date.UTC(2027, 4, 8, 20)
    expect(medals(hourly(overMidnight))).not.toContain('maraton')
    expect(medals(hourly(overMidnight), { timeZone: 'America/New_York' })).toContain('maraton')
    expect(medals(times(6, (minute) => award('a1', START + minute * 60_000)))).not.toContain(
      'maraton',
    )
  })

  test('points in the last hour win a medal, if the event has an end', () => {
    const end = START + 10 * HOUR
    const at = (from: number, endsAt: number | null = end) =>
      medals([award('a1', from)], { endsAt }).includes('nocna')
    expect([at(end - HOUR - 1), at(end - HOUR), at(end), at(end + 1), at(end, null)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  test('the medal for the whole circle needs points of every booth that can give any', () => {
    const most = ['a1', 'a2', 'b'].map((booth) => award(booth))
    expect(medals(most)).not.toContain('krug')
    expect(medals([...most, award('c')])).toContain('krug')
    expect(medals([award('gone')], { booths: [] })).not.toContain('krug')
  })

  test('the medal for the whole circle needs no booth that was closed early; closing at the end changes nothing', () => {
    const most = ['a1', 'a2', 'b'].map((booth) => award(booth))
    const endsAt = START + 10 * HOUR
    const closing = (closedAt: number, ...ids: readonly string[]) => ({
      endsAt,
      booths: BOOTHS.map((booth) =>
        ids.includes(booth.vendorId) ? { ...booth, closedAt } : booth,
      ),
    })
    expect(medals(most, closing(endsAt - HOUR - 1, 'c'))).toContain('krug')
    const ids = BOOTHS.map(({ vendorId }) => vendorId)
    for (const [index] of ids.entries()) {
      const closed = closing(endsAt - HOUR, ...ids.slice(index).toReversed())
      expect(medals(most, closed)).not.toContain('krug')
      expect(medals([...most, award('c')], closed)).toContain('krug')
    }
    expect(medals(most, { ...closing(START, 'c'), endsAt: null })).not.toContain('krug')
    expect(medals([award('info')], { booths: BOOTHS.slice(4) })).not.toContain('krug')
  })

  test('progress is shown for each unearned medal that counts, by the medal’s own rule', () => {
    const progressOf = (entries: readonly MedalEntry[], facts: Partial<MedalFacts> = {}) =>
      teamMedals({ ...EMPTY, ...facts, entries }).progress
    const hourly = times(3, (hour) => award('a1', START + hour * HOUR))
    expect(progressOf([...hourly, award('a2', START), bonus(START), adjustment()])).toEqual({
      tri_hale: { done: 1, of: 3 },
      lovac: { done: 1, of: 3 },
      maraton: { done: 3, of: 6 },
      krug: { done: 2, of: 4 },
    })
    expect(progressOf([bonus(), bonus(), bonus()])).not.toHaveProperty('lovac')
    expect(progressOf([], { booths: [] })).not.toHaveProperty('krug')
  })

  test('the order of entries does not matter, and medals come in the order of their list', () => {
    fc.assert(
      fc.property(
        fc
          .array(entry)
          .chain((entries) =>
            fc.tuple(
              fc.constant(entries),
              fc.shuffledSubarray(entries, { minLength: entries.length }),
            ),
          ),
        ([entries, shuffled]) => {
          const earned = medals(entries, { joinedAt: [START, START, START] })
          expect(medals(shuffled, { joinedAt: [START, START, START] })).toEqual(earned)
          expect(earned).toEqual(MEDALS.filter((medal) => earned.includes(medal)))
        },
      ),
    )
  })

  test('voiding an entry removes its medals, and never wins one', () => {
    fc.assert(
      fc.property(fc.array(entry), entry, (others, voided) => {
        const before = medals([...others, voided])
        const after = medals(others)
        expect(before).toEqual(expect.arrayContaining(after))
      }),
    )
  })
})
