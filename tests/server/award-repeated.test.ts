import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { moveStaff, setEvent } from '../support/event'
import { foundTeam, signInStaff } from '../support/people'
import { onOneEngine } from '../support/use-game'

const HOUR = 3_600_000

onOneEngine('rule 10: one award_id counts once', (game) => {
  async function setUp() {
    const { team, staff, award } = await atTheBooth(game())
    return { team, staff, award: award() }
  }

  test('a repetition is a duplicate with the award as recorded, however long it waited', async () => {
    const { team, staff, award } = await setUp()
    const first = await staff.api.ok('awardPoints', { ...award, queued_ms: 5_000 })
    for (const queued_ms of [5_000, 0, 60_000, 47 * HOUR]) {
      const again = await staff.api.ok('awardPoints', { ...award, queued_ms, user_id: 'iva', vendor_id: 'arkade' })
      expect(again).toEqual({ award: first.award, duplicate: true })
    }
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
  })

  test('ids are compared without regard to case', async () => {
    const { staff, award } = await setUp()
    await staff.api.ok('awardPoints', award)
    const again = await staff.api.ok('awardPoints', { ...award, award_id: award.award_id.toUpperCase() })
    expect(again.duplicate).toBe(true)
  })

  afterEach(async () => {
    await moveStaff(game().db, 'iva', 'arkade')
    await setEvent(game().db, { ends_at: null })
  })

  test.each<[string, (at: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['fault 36: weeks', () => game().clock.advance(21 * 24 * HOUR)],
    ['fault 18: its maker moved to another booth', () => moveStaff(game().db, 'iva', 'kutak')],
    ['fault 18: its maker left the booth', () => moveStaff(game().db, 'iva', null)],
    ['the team was disbanded', ({ team }) => team.captain.api.ok('disbandTeam', { team_name: team.name })],
    ['the event closed', () => setEvent(game().db, { ends_at: game().clock.now() - 1 })],
  ])('a repetition is a duplicate also after this: %s', async (_what, happens) => {
    const at = await setUp()
    const { award } = await at.staff.api.ok('awardPoints', at.award)
    await happens(at)
    for (const own of [{}, { user_id: 'iva', vendor_id: 'arkade', queued_ms: 21 * 24 * HOUR }]) {
      expect(await at.staff.api.ok('awardPoints', { ...at.award, ...own })).toEqual({ award, duplicate: true })
    }
  })

  test.each([
    ['another team', async () => ({ team_id: (await foundTeam(game())).id }), 'iva'],
    ['a team that does not exist', async () => ({ team_id: 'nema-ga' }), 'iva'],
    ['another booth', async () => ({ vendor_id: 'kutak' }), 'iva'],
    ['another account of the booth', async () => ({}), 'luka'],
  ] as const)('fault 35: with %s it is a conflict and never merged', async (_what, difference, sender) => {
    const { team, staff, award } = await setUp()
    const first = await staff.api.ok('awardPoints', award)
    const other = await signInStaff(game(), sender)
    const refused = await other.api.ko('awardPoints', { ...award, ...(await difference()) })
    expect(refused.code).toBe('AWARD_CONFLICT')
    expect((await team.captain.api.ok('teamPoints', {})).awards).toEqual([first.award])
  })

  test('a refused award stays refused, also after its neighbour was voided or when a late copy arrives', async () => {
    const { team, staff, award } = await setUp()
    const second = { ...award, award_id: randomUUID() }
    await staff.api.ok('awardPoints', award)
    expect((await staff.api.ko('awardPoints', second)).code).toBe('COOLDOWN')
    await staff.api.ok('voidAward', { award_id: award.award_id })
    game().clock.advance(HOUR)
    for (const queued_ms of [0, 60_000]) {
      expect((await staff.api.ko('awardPoints', { ...second, queued_ms })).code).toBe('COOLDOWN')
    }
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(0)
  })

  test('an id that was refused can be used with other content', async () => {
    const { staff, award } = await setUp()
    expect((await staff.api.ko('awardPoints', { ...award, point_type: 'blago' })).code).toBe('POINT_TYPE_NOT_ALLOWED')
    expect((await staff.api.ok('awardPoints', award)).duplicate).toBe(false)
  })
})
