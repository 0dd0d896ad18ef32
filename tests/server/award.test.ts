import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { atTheBooth } from '../support/booth'
import { moveStaff, setEvent } from '../support/event'
import { foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { HOUR, times } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('awarding points', (game) => {
  const iso = (ms: number) => new Date(ms).toISOString()

  async function setUp() {
    const { team, staff, award } = await atTheBooth(game)
    return { team, staff, award: award() }
  }

  const refusalsOf = (award_id: string) =>
    game.db.read.selectFrom('refusals').where('award_id', '=', award_id).select(['code', 'user_id', 'vendor_id']).execute()

  test('an award is recorded with the points of its type, the time made and the time received', async () => {
    const { team, staff, award } = await setUp()
    const answer = await staff.api.ok('awardPoints', { ...award, queued_ms: 90_000, user_id: 'iva', vendor_id: 'arkade' })
    expect(answer).toEqual({
      duplicate: false,
      award: {
        award_id: award.award_id,
        team_id: team.id,
        team_name: team.name,
        vendor_id: 'arkade',
        vendor_name: 'Arkadna zona',
        point_type: 'pobjeda',
        label: 'Pobjeda',
        points: 25,
        awarded_at: iso(game.clock.now() - 90_000),
        received_at: iso(game.clock.now()),
        voided: false,
      },
    })
    expect((await team.captain.api.ok('teamPoints', {})).awards).toEqual([answer.award])
  })

  test('rule 7: an award keeps the points that its type was worth, and the ledger keeps its giver and kind', async () => {
    const { team, staff, award } = await setUp()
    await staff.api.ok('awardPoints', award)
    const worth = (points: number) =>
      game.db.write({ on: 'event' }, (tx) =>
        tx.updateTable('point_types').set({ points }).where('point_type', '=', 'pobjeda').execute(),
      )
    await worth(1_000)
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
    await worth(25)
    const row = await game.db.read.selectFrom('awards').where('award_id', '=', award.award_id).selectAll().executeTakeFirst()
    expect(row).toMatchObject({ kind: 'award', user_id: 'iva', points: 25 })
  })

  test('fault 18: an award for a booth that is no longer its maker’s is refused', async () => {
    const { staff, award } = await setUp()
    expect((await staff.api.ko('awardPoints', { ...award, vendor_id: 'kutak' })).code).toBe('FORBIDDEN')
    await moveStaff(game.db, 'iva', null)
    expect((await staff.api.ko('awardPoints', { ...award, vendor_id: 'arkade' })).code).toBe('FORBIDDEN')
    await moveStaff(game.db, 'iva', 'arkade')
    const refusals = await refusalsOf(award.award_id)
    expect(refusals.map(({ code, user_id, vendor_id }) => `${user_id} ${vendor_id} ${code}`).sort()).toEqual([
      'iva arkade FORBIDDEN',
      'iva kutak FORBIDDEN',
    ])
  })

  test.each([
    ['a type the booth does not offer', { point_type: 'blago' }, 'POINT_TYPE_NOT_ALLOWED'],
    ['a type that no booth offers', { point_type: 'nema-ga' }, 'POINT_TYPE_NOT_ALLOWED'],
    ['a team that does not exist', { team_id: 'nema-ga' }, 'TEAM_NOT_FOUND'],
    ['an award made over 48 hours ago', { queued_ms: 48 * HOUR + 1 }, 'AWARD_TOO_OLD'],
  ])('%s is refused, and the refusal is noted once', async (_what, fault, code) => {
    const { staff, award } = await setUp()
    for (let time = 1; time <= 3; time++) {
      expect((await staff.api.ko('awardPoints', { ...award, ...fault })).code).toBe(code)
    }
    expect(await refusalsOf(award.award_id)).toEqual([{ code, user_id: 'iva', vendor_id: 'arkade' }])
  })

  test.each([
    ['award_id', { award_id: 'nije-uuid' }],
    ['award_id', { award_id: '' }],
    ['queued_ms', { queued_ms: -1 }],
    ['queued_ms', { queued_ms: 0.5 }],
    ['queued_ms', { queued_ms: QUEUED_MAX_MS + 1 }],
    ['user_id', { user_id: '' }],
    ['vendor_id', { vendor_id: 'a'.repeat(129) }],
    ['team_id', { team_id: '' }],
    ['point_type', { point_type: '\0' }],
  ])('rule 18: an invalid %s is INVALID_INPUT: %o', async (field, nonsense) => {
    const { staff, award } = await setUp()
    const refused = await staff.api.ko('awardPoints', { ...award, ...nonsense })
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } })
  })
})

onOneEngine('rule 10: one award_id counts once', (game) => {
  async function setUp() {
    const { team, staff, award } = await atTheBooth(game)
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
    await moveStaff(game.db, 'iva', 'arkade')
    await setEvent(game.db, { ends_at: null })
  })

  test.each<[string, (at: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['fault 36: weeks', () => game.clock.advance(21 * 24 * HOUR)],
    ['fault 18: its maker moved to another booth', () => moveStaff(game.db, 'iva', 'kutak')],
    ['fault 18: its maker left the booth', () => moveStaff(game.db, 'iva', null)],
    ['the team was disbanded', ({ team }) => team.captain.api.ok('disbandTeam', { team_name: team.name })],
    ['the event closed', () => setEvent(game.db, { ends_at: game.clock.now() - 1 })],
  ])('a repetition is a duplicate also after this: %s', async (_what, happens) => {
    const at = await setUp()
    const { award } = await at.staff.api.ok('awardPoints', at.award)
    await happens(at)
    for (const own of [{}, { user_id: 'iva', vendor_id: 'arkade', queued_ms: 21 * 24 * HOUR }]) {
      expect(await at.staff.api.ok('awardPoints', { ...at.award, ...own })).toEqual({ award, duplicate: true })
    }
  })

  test.each([
    ['another team', async () => ({ team_id: (await foundTeam(game)).id }), 'iva'],
    ['a team that does not exist', async () => ({ team_id: 'nema-ga' }), 'iva'],
    ['another booth', async () => ({ vendor_id: 'kutak' }), 'iva'],
    ['another account of the booth', async () => ({}), 'luka'],
  ] as const)('fault 35: with %s it is a conflict and never merged', async (_what, difference, sender) => {
    const { team, staff, award } = await setUp()
    const first = await staff.api.ok('awardPoints', award)
    const other = await signIn(game, sender)
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
    game.clock.advance(HOUR)
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

onOneEngine('refused awards of people without a booth', (game) => {
  async function refusalsOf({ id }: Person): Promise<number> {
    const { rows } = await game.db.read
      .selectFrom('refusals')
      .where('user_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }

  async function sendThree({ api }: Person): Promise<void> {
    const { id: team_id } = await foundTeam(game)
    const award = () => ({ team_id, point_type: 'nema-ga', vendor_id: 'arkade', award_id: randomUUID() })
    await api.outcome('awardPoints', award())
    await api.outcome('awardMany', { awards: [award(), award()] })
  }

  test('abuse 4: fabricated awards of a player are not recorded as refusals', async () => {
    for (const player of [await signUp(game), (await foundTeam(game)).captain]) {
      await sendThree(player)
      expect(await refusalsOf(player)).toBe(0)
    }
  })

  test('abuse 4: those of a booth’s staff are recorded, also after they have lost the booth', async () => {
    const staff = await signIn(game, 'luka')
    await sendThree(staff)
    expect(await refusalsOf(staff)).toBe(3)
    await moveStaff(game.db, staff.id, null)
    await sendThree(staff)
    expect(await refusalsOf(staff)).toBe(6)
  })

  test('abuse 4: those of a player whom the organiser invited are not recorded', async () => {
    const player = await signUp(game)
    await game.db.write({ on: 'accounts' }, (tx) =>
      tx.updateTable('users').set({ imported: 1 }).where('user_id', '=', player.id).execute(),
    )
    await sendThree(player)
    expect(await refusalsOf(player)).toBe(0)
  })

  test('abuse 4: of one account 200 refusals an hour are recorded, and the rest is counted in one row', async () => {
    const [staff, other] = [await signIn(game, 'iva'), await signIn(game, 'mia')]
    const organiser = await signInOrganiser(game)
    const { id: team_id } = await foundTeam(game)
    const refused = async () => (await organiser.api.ok('overview', {})).counts.refused
    const awards = (count: number) => times(count, () => ({ team_id, point_type: 'nema-ga', award_id: randomUUID() }))
    const before = await refused()

    const first = awards(40)
    for (const batch of [first, awards(40), awards(40), awards(40), awards(39)])
      await staff.api.ok('awardMany', { awards: batch })
    expect(await refusalsOf(staff)).toBe(199)
    await Promise.all([staff.api.ok('awardMany', { awards: awards(30) }), other.api.ok('awardMany', { awards: awards(5) })])
    await staff.api.ok('awardMany', { awards: awards(3) })
    expect([await refusalsOf(staff), await refusalsOf(other)]).toEqual([200, 5])
    expect((await refused()) - before).toBe(199 + 30 + 5 + 3)

    // Rule 10: what was recorded stays refused, and is not counted again.
    const { results } = await staff.api.ok('awardMany', { awards: first })
    expect(new Set(results.map((one) => one.status === 'KO' && one.code))).toEqual(new Set(['POINT_TYPE_NOT_ALLOWED']))
    expect((await refused()) - before).toBe(199 + 30 + 5 + 3)

    game.clock.advance(3_600_000)
    await staff.api.ok('awardMany', { awards: awards(2) })
    expect(await refusalsOf(staff)).toBe(202)
  })
})
