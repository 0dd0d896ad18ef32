import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Award } from '#contract/entities'
import type { TeamPoints } from '../../src/api/score-queries'
import {
  type Announced,
  type Arrival,
  arrivalSince,
  sumOf,
  updated,
} from '../../src/features/arrival/arrival'
import { awardOf } from '../support/entities'

const TEAM = 't1'

const award = (award_id: string, points = 25, voided = false) =>
  awardOf({ award_id, points, voided, team_id: TEAM })

function reading(awards: readonly Award[], more: Partial<TeamPoints> = {}): TeamPoints {
  const points = awards.reduce((sum, one) => sum + (one.voided ? 0 : one.points), 0)
  return { awards: [...awards], points, rank: 5, medals: [], ...more }
}

const idsOf = (arrival: Arrival | null) => arrival?.awards.map(({ award_id }) => award_id)
const [started] = arrivalSince(TEAM, reading([]), undefined)

describe('the news of a reading on the card', () => {
  test('are none on a device that has announced nothing yet, or after a change of team', () => {
    expect(arrivalSince(TEAM, reading([award('a')], { medals: ['prvi'] }), undefined)[1]).toBeNull()
    expect(arrivalSince(TEAM, reading([award('a')]), { ...started, teamId: 't2' })[1]).toBeNull()
  })

  test('are an award with the points before it, the place gained and the medal earned', () => {
    const [, news] = arrivalSince(TEAM, reading([award('a')], { rank: 4, medals: ['prvi'] }), {
      ...started,
      points: 10,
    })
    expect(news).toMatchObject({ before: 10, place: 4, medals: ['prvi'], passed: null })
    expect(arrivalSince(TEAM, reading([award('a')]), started)[1]?.place, 'a frozen rank').toBeNull()
    expect(arrivalSince(TEAM, reading([award('a')], { rank: 9 }), started)[1]?.place).toBeNull()
  })

  test('leave out a place gained without an award, voided awards, deductions, awards of 0 points, and older pages', () => {
    expect(arrivalSince(TEAM, reading([], { rank: 2 }), started)[1]).toBeNull()
    expect(
      arrivalSince(
        TEAM,
        reading([award('a', 25, true), award('b', -10), award('c', 0)]),
        started,
      )[1],
    ).toBeNull()
    const many = Array.from({ length: 150 }, (_, index) => award(`a${index}`))
    const [told] = arrivalSince(TEAM, reading(many.slice(0, 100)), started)
    expect(arrivalSince(TEAM, reading(many), told)[1]).toBeNull()
  })

  test('name a passed team only if it was not behind before, and only with a gained place', () => {
    const passed = (points: number, rank: number, behind?: string) => {
      const now = reading([award('a')], { rank, behind: { team_name: 'Greška 404', points } })
      return arrivalSince(TEAM, now, { ...started, points: 10, behind })[1]?.passed
    }
    expect([passed(24, 4), passed(10, 4), passed(9, 4), passed(24, 5)]).toEqual([
      'Greška 404',
      'Greška 404',
      null,
      null,
    ])
    // The other team has scored since, but was behind all along.
    expect(passed(24, 4, 'Greška 404')).toBeNull()
  })

  test('do not include a medal that was announced before, even if it was lost and earned again', () => {
    const earned = (told: Announced, medals: string[]) =>
      arrivalSince(TEAM, reading([], { medals }), told)
    const [first, news] = earned(started, ['svi'])
    expect(news?.medals).toEqual(['svi'])
    const [second] = earned(first, [])
    expect(earned(second, ['svi'])[1]).toBeNull()
  })

  test('include each award exactly once, however many awards each reading adds', () => {
    const awards = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 })
    fc.assert(
      fc.property(awards, fc.array(fc.nat(30)), (ids, seen) => {
        let told = started
        const heard: string[] = []
        for (const count of [...seen.toSorted((a, b) => a - b), ids.length]) {
          // Compare each reading twice: the second time it has no news.
          for (const again of [false, true]) {
            const [next, news] = arrivalSince(
              TEAM,
              reading(ids.slice(0, count).map((id) => award(id))),
              told,
            )
            told = next
            heard.push(...(idsOf(news) ?? []))
            if (again) expect(news).toBeNull()
          }
        }
        expect(heard.toSorted()).toEqual(ids.toSorted())
      }),
    )
  })
})

describe('an arrival that is being announced', () => {
  const behind = { team_name: 'Greška 404', points: 20 }
  const [, news] = arrivalSince(
    TEAM,
    reading([award('a'), award('b', 5)], { rank: 4, medals: ['prvi'], behind }),
    started,
  )

  test('stays the same object while nothing changes, and includes awards that arrive meanwhile', () => {
    const now = reading([award('a'), award('b', 5)], { rank: 4, medals: ['prvi'] })
    const shown = updated(null, news, now)
    expect(shown).toEqual(news)
    expect(updated(shown, null, now)).toBe(shown)
    const later = reading([award('c', 7), ...now.awards], { rank: 4, medals: ['prvi'] })
    const more = updated(
      shown,
      arrivalSince(TEAM, later, arrivalSince(TEAM, now, started)[0])[1],
      later,
    )
    expect([idsOf(more), more && sumOf(more), more?.before]).toEqual([['c', 'a', 'b'], 37, 0])
  })

  test('fault 70: tells an award once that storage could not say was announced before', () => {
    const now = reading([award('a')], { medals: ['prvi'] })
    const shown = updated(null, arrivalSince(TEAM, now, started)[1], now)
    const again = updated(shown, arrivalSince(TEAM, now, started)[1], now)
    expect([idsOf(again), again && sumOf(again), again?.medals]).toEqual([['a'], 25, ['prvi']])
  })

  test('loses awards that are voided meanwhile, and with them the gained place and the passed team', () => {
    const shown = updated(
      null,
      news,
      reading([award('a'), award('b', 5)], { rank: 4, medals: ['prvi'] }),
    )
    const half = updated(
      shown,
      null,
      reading([award('a', 25, true), award('b', 5)], { rank: 5, medals: ['prvi'] }),
    )
    expect([shown?.passed, idsOf(half), half?.place, half?.passed]).toEqual([
      'Greška 404',
      ['b'],
      null,
      null,
    ])
    expect(updated(half, null, reading([award('a', 25, true), award('b', 5, true)]))).toBeNull()
  })
})
