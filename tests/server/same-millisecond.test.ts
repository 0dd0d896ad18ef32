import { describe, expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { ENGINES } from '../support/databases'
import { signInOrganiser } from '../support/people'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('awards of the same millisecond on %s', (engine) => {
  const game = useGame(engine)

  test('stand in the same order in every list, whatever order they came in', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const organiser = await signInOrganiser(game())
    const ids = ['e', 'a', 'f', 'c', 'b', 'd'].map((first) => `${first}${award().award_id.slice(1)}`)
    for (const award_id of ids) await staff.api.ok('awardPoints', award({ award_id }))
    const lists = [
      (await staff.api.ok('listAwards', {})).awards,
      (await team.captain.api.ok('teamPoints', {})).awards,
      (await organiser.api.ok('organiserTeam', { team_id: team.id })).awards,
    ]
    for (const list of lists) expect(list.map(({ award_id }) => award_id)).toEqual(ids.toSorted())
  })
})
