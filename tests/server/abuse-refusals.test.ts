import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../support/databases'
import { moveStaff } from '../support/event'
import { foundTeam, type Person, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('refused awards of people without a booth on %s', (engine) => {
  const game = useGame(engine)

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
    await api.ok('awardMany', { awards: [award(), award()] })
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
})
