import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertTag, setEvent } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, signInStaff, type Team } from '../support/people'
import { onOneEngine } from '../support/use-game'

const HOUR_MS = 3_600_000

const medalsOf = async ({ captain }: Team) => (await captain.api.ok('teamPoints', {})).medals

async function giveTo(game: TestGame, { id }: Team, booth: 'iva' | 'mia', point_type = 'pobjeda'): Promise<string> {
  const staff = await signInStaff(game, booth)
  return (await staff.api.ok('awardPoints', { team_id: id, point_type, award_id: randomUUID() })).award.award_id
}

onOneEngine('rule 20: the medals of a team', (game) => {
  test('come with its points, and go with a void', async () => {
    const team = await foundTeam(game())
    expect(await medalsOf(team)).toEqual([])
    const award_id = await giveTo(game(), team, 'iva')
    expect(await medalsOf(team)).toEqual(['prvi'])
    await giveTo(game(), team, 'mia')
    expect(await medalsOf(team)).toEqual(['prvi', 'krug'])
    const staff = await signInStaff(game(), 'iva')
    await staff.api.ok('voidAward', { award_id })
    expect(await medalsOf(team)).toEqual(['prvi'])
  })

  test('count treasures, the event’s last hour, and stand on every page of awards', async () => {
    const team = await foundTeam(game())
    for (let found = 0; found < 3; found++) {
      await team.captain.api.ok('scan', { nfc_id: await insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' }) })
    }
    const { medals, treasures, awards } = await team.captain.api.ok('teamPoints', {})
    expect([medals, treasures]).toEqual([['prvi', 'lovac'], 3])
    await setEvent(game().db, { ends_at: game().clock.now() + HOUR_MS })
    const older = await team.captain.api.ok('teamPoints', { before: awards[0]?.award_id })
    expect([older.medals, older.treasures, older.awards.length]).toEqual([['prvi', 'lovac', 'nocna'], 3, 2])
    await setEvent(game().db, { ends_at: null })
  })
})
