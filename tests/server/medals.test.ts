import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClimbs } from '#server/readings/climbs'
import { insertTag, setEvent } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, signInOrganiser, signInStaff, type Team } from '../support/people'
import { onEachEngine } from '../support/use-game'

const HOUR_MS = 3_600_000

const medalsOf = async ({ captain }: Team) => (await captain.api.ok('teamPoints', {})).medals

async function giveTo(game: TestGame, { id }: Team, booth: 'iva' | 'mia', point_type = 'pobjeda'): Promise<string> {
  const staff = await signInStaff(game, booth)
  return (await staff.api.ok('awardPoints', { team_id: id, point_type, award_id: randomUUID() })).award.award_id
}

onEachEngine('rule 20: the medals of a team', (game) => {
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

  test('rule 16: a climb is judged by the ledger of all teams, not beyond a freeze, and goes with the void of what made it', async () => {
    for (let rival = 0; rival < 11; rival++) await giveTo(game(), await foundTeam(game()), 'iva', 'kviz')
    // The order of what was made at the same time is nobody's.
    game().clock.advance(1_000)
    const team = await foundTeam(game())
    const organiser = await signInOrganiser(game())
    await organiser.api.ok('freeze', {})
    const award_id = await giveTo(game(), team, 'iva')
    expect(await team.captain.api.ok('teamPoints', {})).toMatchObject({ medals: ['prvi'], climb: 0, frozen: true })
    await organiser.api.ok('reveal', {})
    await expect.poll(() => medalsOf(team)).toEqual(['prvi', 'uspon'])
    const { climb = 0, frozen, ends_at } = await team.captain.api.ok('teamPoints', {})
    expect([frozen, ends_at]).toEqual([false, null])
    expect(climb).toBeGreaterThanOrEqual(11)
    await organiser.api.ok('voidAnyAward', { award_id, reason: 'proba' })
    await expect.poll(() => medalsOf(team)).toEqual([])
  })

  test('are answered while the climbs of a large ledger are first followed: the first answers wait a moment, the others not at all', async () => {
    const never = () => new Promise<never>(() => undefined)
    const climbs = createClimbs(game().db, { standings: never, freeze: never })
    expect(await climbs()).toEqual(new Map())
    expect(await Promise.race([climbs(), nextTurn('waits again')])).toEqual(new Map())
  })
})
