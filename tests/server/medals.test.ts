import { expect, test } from 'vitest'
import { insertTag, setEvent } from '../support/event'
import { foundTeam } from '../support/people'
import { onOneEngine } from '../support/use-game'

const HOUR_MS = 3_600_000

onOneEngine('rule 20: the medals of a team', (game) => {
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
