import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TABLES } from '#server/exports'
import { moveStaff } from '../support/event'
import { foundTeam, type Person, signInOrganiser, signInStaff, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('refused awards of people without a booth', (game) => {
  async function refusalsOf({ id }: Person): Promise<number> {
    const { rows } = await game()
      .db.read.selectFrom('refusals')
      .where('user_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }

  async function sendThree({ api }: Person): Promise<void> {
    const { id: team_id } = await foundTeam(game())
    const award = () => ({ team_id, point_type: 'nema-ga', vendor_id: 'arkade', award_id: randomUUID() })
    await api.outcome('awardPoints', award())
    await api.outcome('awardMany', { awards: [award(), award()] })
  }

  test('abuse 4: fabricated awards of a player are not recorded as refusals', async () => {
    for (const player of [await signUp(game()), (await foundTeam(game())).captain]) {
      await sendThree(player)
      expect(await refusalsOf(player)).toBe(0)
    }
  })

  test('abuse 4: those of a booth’s staff are recorded, also after they have lost the booth', async () => {
    const staff = await signInStaff(game(), 'luka')
    await sendThree(staff)
    expect(await refusalsOf(staff)).toBe(3)
    await moveStaff(game().db, staff.id, null)
    await sendThree(staff)
    expect(await refusalsOf(staff)).toBe(6)
  })

  test('abuse 4: those of a player whom the organiser invited are not recorded', async () => {
    const player = await signUp(game())
    await game().db.write({ on: 'accounts' }, (tx) =>
      tx.updateTable('users').set({ imported: 1 }).where('user_id', '=', player.id).execute(),
    )
    await sendThree(player)
    expect(await refusalsOf(player)).toBe(0)
  })

  test('abuse 4: of one account 200 refusals an hour are recorded, and the rest is counted in one row', async () => {
    const [staff, other] = [await signInStaff(game(), 'iva'), await signInStaff(game(), 'mia')]
    const organiser = await signInOrganiser(game())
    const { id: team_id } = await foundTeam(game())
    const refused = async () => (await organiser.api.ok('overview', {})).counts.refused
    const awards = (count: number) =>
      Array.from({ length: count }, () => ({ team_id, point_type: 'nema-ga', award_id: randomUUID() }))
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

    const { rows } = await TABLES.refusals.read(game().db.read, undefined, 1_000)
    const own = rows.filter(({ given_by }) => given_by === 'iva')
    expect(own.filter(({ number }) => number === 1)).toHaveLength(200)
    expect(own.filter(({ number }) => number !== 1)).toMatchObject([{ code: 'BEYOND_LIMIT', number: 32 }])

    game().clock.advance(3_600_000)
    await staff.api.ok('awardMany', { awards: awards(2) })
    expect(await refusalsOf(staff)).toBe(202)
  })
})
