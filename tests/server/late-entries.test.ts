import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { LateEntry } from '#contract/organiser-entities'
import { atTheBooth } from '../support/booth'
import { type Person, signInOrganiser } from '../support/people'
import { onOneEngine } from '../support/use-game'

const HOUR_MS = 3_600_000
const reason = 'Nije potvrđeno'

onOneEngine('rule 17: late entries', (game) => {
  let organiser: Person
  beforeEach(async () => {
    organiser = await signInOrganiser(game())
    await organiser.api.ok('closeResults', {})
    // Another hour for every account.
    game().clock.advance(HOUR_MS)
  })
  const counts = async () => (await organiser.api.ok('overview', {})).counts
  const page = async (before?: string) => (await organiser.api.ok('listLate', { before })).late

  /** Sends awards of one person, 40 a call. */
  async function sendLate(number: number) {
    const { team, staff } = await atTheBooth(game(), { staff: 'luka' })
    const codes: string[] = []
    for (let left = number; left > 0; left -= 40) {
      const awards = Array.from({ length: Math.min(40, left) }, () => ({
        ...{ award_id: randomUUID(), team_id: team.id, point_type: 'dolazak', queued_ms: left },
      }))
      const { results } = await staff.api.ok('awardMany', { awards })
      codes.push(...results.map((one) => (one.status === 'KO' ? one.code : 'OK')))
    }
    return { team, staff, codes: new Set(codes) }
  }

  test('of one account 200 an hour are kept, and the rest is counted', async () => {
    const before = await counts()
    const { team, staff, codes } = await sendLate(203)
    expect(codes).toEqual(new Set(['KEPT_FOR_ORGANISER']))
    const after = await counts()
    expect([after.late - before.late, after.late_counted - before.late_counted]).toEqual([200, 3])
    const other = await atTheBooth(game(), { staff: 'mia' })
    expect(await other.staff.api.outcome('awardPoints', other.award())).toBe('KEPT_FOR_ORGANISER')
    game().clock.advance(HOUR_MS)
    expect(await staff.api.outcome('awardPoints', { team_id: team.id, point_type: 'dolazak' })).toBe('KEPT_FOR_ORGANISER')
    const later = await counts()
    expect([later.late - after.late, later.late_counted]).toEqual([2, after.late_counted])
  })

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
    const { late, ...others } = await counts()
    expect(all.filter(({ accepted, declined }) => !accepted && !declined)).toHaveLength(late)
    expect(others.late_counted).toBeGreaterThanOrEqual(0)
    const rank = ({ accepted, declined, received_at, awarded_at }: LateEntry) =>
      `${accepted || declined ? 1 : 0} ${9e15 - Date.parse(received_at)} ${9e15 - Date.parse(awarded_at)}`
    expect(all.map(rank)).toEqual(all.map(rank).toSorted())
    expect(all.find(({ late_id }) => late_id === decided?.late_id)).toMatchObject({ declined: true, accepted: false })
    expect(await page('nema-ga')).toEqual([])
  })

  test('are declined with a reason, which the trail keeps, and can still be accepted; accepted ones are not declined', async () => {
    const { team, staff, award } = await atTheBooth(game())
    const sent = award()
    await staff.api.outcome('awardPoints', sent)
    const own = async () => (await page()).filter(({ team_id }) => team_id === team.id)
    const late_id = (await own())[0]?.late_id ?? ''
    const before = (await counts()).late
    await organiser.api.ok('declineLate', { late_id, reason })
    await organiser.api.ok('declineLate', { late_id, reason: 'Još jednom' })
    expect(await organiser.api.outcome('declineLate', { late_id, reason: ' ' })).toBe('INVALID_INPUT')
    expect([(await counts()).late, await staff.api.outcome('awardPoints', sent)]).toEqual([before - 1, 'KEPT_FOR_ORGANISER'])
    const { entries } = await organiser.api.ok('audit', {})
    const declined = entries.filter(({ what, about }) => what === 'decline_late' && about.startsWith(team.name))
    expect(declined).toMatchObject([{ about: `${team.name}: Pobjeda, 25`, reason }])
    await organiser.api.ok('acceptLate', { late_id, reason })
    expect(await organiser.api.ko('declineLate', { late_id, reason })).toMatchObject({ code: 'AWARD_CONFLICT' })
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
  })
})
