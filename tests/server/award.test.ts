import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { atTheBooth } from '../support/booth'
import { insertTag, moveStaff, setEvent } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { DAY, HOUR, MINUTE, times } from '../support/times'
import { onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

async function setUp(game: TestGame) {
  const { team, staff, award } = await atTheBooth(game)
  return { team, staff, award: award() }
}

onOneEngine('awarding points', (game) => {
  const refusalsOf = (award_id: string) =>
    game.db.read
      .selectFrom('refusals')
      .where('award_id', '=', award_id)
      .select(['code', 'user_id', 'vendor_id'])
      .execute()

  test('an award is recorded with the points of its type, the time made and the time received', async () => {
    const { team, staff, award } = await setUp(game)
    const answer = await staff.api.ok('awardPoints', {
      ...award,
      queued_ms: 90_000,
      user_id: 'iva',
      vendor_id: 'arkade',
    })
    const [awarded_at, received_at] = [90_000, 0].map((ago) =>
      new Date(game.clock.now() - ago).toISOString(),
    )
    const names = {
      team_name: team.name,
      vendor_id: 'arkade',
      vendor_name: 'Arkadna zona',
      label: 'Pobjeda',
    }
    expect(answer).toEqual({
      duplicate: false,
      award: { ...award, ...names, points: 25, awarded_at, received_at, voided: false },
    })
    expect((await team.captain.api.ok('teamPoints', {})).awards).toEqual([answer.award])
  })

  test('rule 7: an award keeps its points when its type changes, and the ledger keeps giver and kind', async () => {
    const { team, staff, award } = await setUp(game)
    await staff.api.ok('awardPoints', award)
    const worth = (points: number) =>
      game.db.write({ kind: 'event' }, (tx) =>
        tx.updateTable('point_types').set({ points }).where('point_type', '=', 'pobjeda').execute(),
      )
    await worth(1_000)
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
    await worth(25)
    const row = await game.db.read
      .selectFrom('awards')
      .where('award_id', '=', award.award_id)
      .selectAll()
      .executeTakeFirst()
    expect(row).toMatchObject({ kind: 'award', user_id: 'iva', points: 25 })
  })

  test('fault 18: an award for a booth that is no longer its maker’s is refused', async () => {
    const { staff, award } = await setUp(game)
    expect((await staff.api.ko('awardPoints', { ...award, vendor_id: 'kutak' })).code).toBe(
      'FORBIDDEN',
    )
    await moveStaff(game.db, 'iva', null)
    expect((await staff.api.ko('awardPoints', { ...award, vendor_id: 'arkade' })).code).toBe(
      'FORBIDDEN',
    )
    await moveStaff(game.db, 'iva', 'arkade')
    const refusals = await refusalsOf(award.award_id)
    expect(
      refusals.map(({ code, user_id, vendor_id }) => `${user_id} ${vendor_id} ${code}`).sort(),
    ).toEqual(['iva arkade FORBIDDEN', 'iva kutak FORBIDDEN'])
  })

  test.each([
    ['a type the booth does not offer', { point_type: 'blago' }, 'POINT_TYPE_NOT_ALLOWED'],
    ['a type that no booth offers', { point_type: 'nema-ga' }, 'POINT_TYPE_NOT_ALLOWED'],
    ['a team that does not exist', { team_id: 'nema-ga' }, 'TEAM_NOT_FOUND'],
    ['an award made over 48 hours ago', { queued_ms: 48 * HOUR + 1 }, 'AWARD_TOO_OLD'],
  ])('%s is refused, and the refusal is recorded once', async (_what, fault, code) => {
    const { staff, award } = await setUp(game)
    for (let time = 1; time <= 3; time++) {
      expect((await staff.api.ko('awardPoints', { ...award, ...fault })).code).toBe(code)
    }
    expect(await refusalsOf(award.award_id)).toEqual([
      { code, user_id: 'iva', vendor_id: 'arkade' },
    ])
  })

  test.each<[string, object]>([
    ['award_id', { award_id: 'nije-uuid' }],
    ...[-1, 0.5, QUEUED_MAX_MS + 1].map((queued_ms): [string, object] => [
      'queued_ms',
      { queued_ms },
    ]),
    ['user_id', { user_id: '' }],
    ['vendor_id', { vendor_id: 'a'.repeat(129) }],
    ['point_type', { point_type: '\0' }],
  ])('rule 18: an invalid %s is INVALID_INPUT: %o', async (field, nonsense) => {
    const { staff, award } = await setUp(game)
    const refused = await staff.api.ko('awardPoints', { ...award, ...nonsense })
    expect(refused).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    })
  })
})

onOneEngine('rule 10: one award_id counts once', (game) => {
  test('a repeated award is a duplicate and returns the recorded award, whatever its delay or the case of its id', async () => {
    const { team, staff, award } = await setUp(game)
    const first = await staff.api.ok('awardPoints', { ...award, queued_ms: 5_000 })
    const own = {
      ...award,
      award_id: award.award_id.toUpperCase(),
      user_id: 'iva',
      vendor_id: 'arkade',
    }
    for (const queued_ms of [5_000, 0, 60_000, 47 * HOUR]) {
      expect(await staff.api.ok('awardPoints', { ...own, queued_ms })).toEqual({
        award: first.award,
        duplicate: true,
      })
    }
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(25)
  })

  afterEach(async () => {
    await moveStaff(game.db, 'iva', 'arkade')
    await setEvent(game.db, { ends_at: null })
  })

  test.each<[string, (at: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['fault 36: three weeks have passed', () => game.clock.advance(21 * 24 * HOUR)],
    ['fault 18: its maker moved to another booth', () => moveStaff(game.db, 'iva', 'kutak')],
    ['fault 18: its maker left the booth', () => moveStaff(game.db, 'iva', null)],
    [
      'the team was disbanded',
      ({ team }) => team.captain.api.ok('disbandTeam', { team_name: team.name }),
    ],
    ['the event closed', () => setEvent(game.db, { ends_at: game.clock.now() - 1 })],
  ])('a repetition is a duplicate even after this: %s', async (_what, happens) => {
    const at = await setUp(game)
    const { award } = await at.staff.api.ok('awardPoints', at.award)
    await happens(at)
    for (const own of [{}, { user_id: 'iva', vendor_id: 'arkade', queued_ms: 21 * 24 * HOUR }]) {
      expect(await at.staff.api.ok('awardPoints', { ...at.award, ...own })).toEqual({
        award,
        duplicate: true,
      })
    }
  })

  test.each([
    ['another team', async () => ({ team_id: (await foundTeam(game)).id }), 'iva'],
    ['a team that does not exist', async () => ({ team_id: 'nema-ga' }), 'iva'],
    ['another booth', async () => ({ vendor_id: 'kutak' }), 'iva'],
    ['another account of the booth', async () => ({}), 'luka'],
  ] as const)(
    'fault 35: a repetition with %s is a conflict and never merged',
    async (_what, difference, sender) => {
      const { team, staff, award } = await setUp(game)
      const first = await staff.api.ok('awardPoints', award)
      const other = await signIn(game, sender)
      const refused = await other.api.ko('awardPoints', { ...award, ...(await difference()) })
      expect(refused.code).toBe('AWARD_CONFLICT')
      expect((await team.captain.api.ok('teamPoints', {})).awards).toEqual([first.award])
    },
  )

  test('a refused award stays refused, even after the award that caused its cooldown is voided, or if sent again late', async () => {
    const { team, staff, award } = await setUp(game)
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
    const { staff, award } = await setUp(game)
    expect((await staff.api.ko('awardPoints', { ...award, point_type: 'blago' })).code).toBe(
      'POINT_TYPE_NOT_ALLOWED',
    )
    expect((await staff.api.ok('awardPoints', award)).duplicate).toBe(false)
  })
})

onOneEngine('refused awards of people without a booth', (game) => {
  const refusalsOf = async ({ id }: Person) =>
    (await game.db.read.selectFrom('refusals').where('user_id', '=', id).select('code').execute())
      .length

  async function sendThree({ api }: Person): Promise<void> {
    const { id: team_id } = await foundTeam(game)
    const award = () => ({
      team_id,
      point_type: 'nema-ga',
      vendor_id: 'arkade',
      award_id: randomUUID(),
    })
    await api.outcome('awardPoints', award())
    await api.outcome('awardMany', { awards: [award(), award()] })
  }

  test('abuse 4: fabricated awards are recorded as refusals only if their sender is or was staff', async () => {
    const invited = await signUp(game)
    await game.db.write({ kind: 'accounts' }, (tx) =>
      tx.updateTable('users').set({ imported: 1 }).where('user_id', '=', invited.id).execute(),
    )
    for (const player of [await signUp(game), (await foundTeam(game)).captain, invited]) {
      await sendThree(player)
      expect(await refusalsOf(player)).toBe(0)
    }
    const staff = await signIn(game, 'luka')
    for (const recorded of [3, 6]) {
      await sendThree(staff)
      expect(await refusalsOf(staff)).toBe(recorded)
      await moveStaff(game.db, staff.id, null)
    }
  })

  test('abuse 4: 200 refusals of one account an hour are recorded, and further ones are counted in one row', async () => {
    const [staff, other] = [await signIn(game, 'iva'), await signIn(game, 'mia')]
    const organiser = await signInOrganiser(game)
    const { id: team_id } = await foundTeam(game)
    const refused = async () => (await organiser.api.ok('overview', {})).counts.refused
    const awards = (count: number) =>
      times(count, () => ({ team_id, point_type: 'nema-ga', award_id: randomUUID() }))
    const before = await refused()

    const first = awards(40)
    for (const batch of [first, awards(40), awards(40), awards(40), awards(39)])
      await staff.api.ok('awardMany', { awards: batch })
    expect(await refusalsOf(staff)).toBe(199)
    await Promise.all([
      staff.api.ok('awardMany', { awards: awards(30) }),
      other.api.ok('awardMany', { awards: awards(5) }),
    ])
    await staff.api.ok('awardMany', { awards: awards(3) })
    expect([await refusalsOf(staff), await refusalsOf(other)]).toEqual([200, 5])
    expect((await refused()) - before).toBe(199 + 30 + 5 + 3)
    const beyond = game.db.read.selectFrom('refusals_beyond').where('user_id', '=', staff.id)
    expect(await beyond.select('number').execute()).toEqual([{ number: 32 }])
    const { rows } = await organiser.api.ok('table', { what: 'refusals' })
    expect(rows.at(-1)).toMatchObject({ given_by: staff.nickname, number: 32 })
    expect(rows.reduce((sum, { number }) => sum + Number(number), 0)).toBe(await refused())

    // Rule 10: a recorded refusal stays, and is not counted again.
    const { results } = await staff.api.ok('awardMany', { awards: first })
    expect(new Set(results.map((one) => one.status === 'KO' && one.code))).toEqual(
      new Set(['POINT_TYPE_NOT_ALLOWED']),
    )
    expect((await refused()) - before).toBe(199 + 30 + 5 + 3)

    game.clock.advance(3_600_000)
    await staff.api.ok('awardMany', { awards: awards(2) })
    expect(await refusalsOf(staff)).toBe(202)
  })
})

onOneEngine('rule 12: voiding an award', (game) => {
  test('a voided award no longer counts, and the ledger records who voided it and when', async () => {
    const { team, staff, give } = await atTheBooth(game)
    const sent = await give()
    const { award_id } = sent
    const rowsIn = (table: 'awards' | 'voids') =>
      game.db.read.selectFrom(table).where('award_id', '=', award_id).selectAll().execute()
    const before = await rowsIn('awards')
    const { award: voided } = await staff.api.ok('voidAward', { award_id })
    expect(voided).toMatchObject({ award_id: sent.award_id, voided: true, points: 25 })
    expect(await team.captain.api.ok('teamPoints', {})).toMatchObject({
      points: 0,
      awards: [voided],
    })
    expect((await staff.api.ok('listAwards', {})).awards).toContainEqual(voided)
    expect((await team.captain.api.ok('currentUser', {})).user.team?.points).toBe(0)
    expect(await rowsIn('awards')).toEqual(before)
    expect(await rowsIn('voids')).toEqual([
      { award_id, voided_at: game.clock.now(), user_id: 'iva' },
    ])
  })

  test('a voided award starts no cooldown', async () => {
    const { team, staff, award, give } = await atTheBooth(game)
    const sent = await give()
    expect((await staff.api.ko('awardPoints', award())).code).toBe('COOLDOWN')
    await staff.api.ok('voidAward', { award_id: sent.award_id })
    const { cooldowns } = await staff.api.ok('checkCooldown', { team_id: team.id })
    expect(cooldowns.every((one) => one.remaining_seconds === 0)).toBe(true)
    await staff.api.ok('awardPoints', award())
  })

  test('an award can be voided within 10 minutes of its receipt, regardless of when it was made', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const [old, late] = [award({ queued_ms: 60 * MINUTE }), award()]
    for (const sent of [old, late]) await staff.api.ok('awardPoints', sent)
    game.clock.advance(10 * MINUTE)
    await staff.api.ok('voidAward', { award_id: old.award_id })
    game.clock.advance(1)
    expect(await staff.api.outcome('voidAward', { award_id: late.award_id })).toBe('VOID_TOO_LATE')
  })

  test('fault 79: a cancel made offline counts even if it arrives over 10 minutes after the team’s copy', async () => {
    const { team, staff, points } = await atTheBooth(game)
    const device = await signingDevice(game, staff, team.id)
    const content = device.content({ madeAt: game.clock.now() - MINUTE })
    await team.captain.api.ok('deliver', { voucher: await device.voucher(content) })
    game.clock.advance(11 * MINUTE)
    const own = {
      award_id: content.awardId,
      team_id: team.id,
      point_type: 'pobjeda',
      queued_ms: 12 * MINUTE,
    }
    expect(await staff.api.ok('awardPoints', own)).toMatchObject({
      duplicate: true,
      award: { voided: false },
    })
    const cancel = { award_id: content.awardId }
    expect(await staff.api.outcome('voidAward', cancel)).toBe('VOID_TOO_LATE')
    expect(await staff.api.outcome('voidAward', { ...cancel, queued_ms: MINUTE - 1 })).toBe(
      'VOID_TOO_LATE',
    )
    expect(
      (await staff.api.ok('voidAward', { ...cancel, queued_ms: 11 * MINUTE })).award.voided,
    ).toBe(true)
    expect(await points()).toBe(0)
  })

  test('a void that waited longer than 48 hours is too late, and nonsense in queued_ms is INVALID_INPUT', async () => {
    const { staff, award, give } = await atTheBooth(game)
    const { award_id } = award()
    await give({ award_id })
    game.clock.advance(2 * DAY + 1)
    expect(await staff.api.outcome('voidAward', { award_id, queued_ms: 2 * DAY + 1 })).toBe(
      'VOID_TOO_LATE',
    )
    for (const queued_ms of [-1, 0.5, 400 * DAY + 1]) {
      expect(await staff.api.outcome('voidAward', { award_id, queued_ms })).toBe('INVALID_INPUT')
    }
    expect((await staff.api.ok('voidAward', { award_id, queued_ms: 2 * DAY })).award.voided).toBe(
      true,
    )
  })

  test('a bonus cannot be voided', async () => {
    const { team, staff } = await atTheBooth(game)
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const { nfc } = await team.captain.api.ok('scan', { nfc_id })
    expect((await staff.api.ko('voidAward', { award_id: nfc.award?.award_id ?? '' })).code).toBe(
      'FORBIDDEN',
    )
  })
})
