import { expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { HOUR, MINUTE } from '../support/times'
import { onEachEngine, useOrganiser } from '../support/use-game'

onEachEngine('rule 11: a point type of 0 points, which a booth hands out once', (game) => {
  const organiser = useOrganiser(game)

  test('can be added by the event file, and appears only in the history: no points, place, star, medal or news', async () => {
    const { event, version } = await organiser.api.ok('readEvent', {})
    const type = { point_type: 'naljepnica', label: 'Naljepnica', points: 0, cooldown_seconds: 900 }
    const arkade = event.vendors.find(({ vendor_id }) => vendor_id === 'arkade')
    if (arkade === undefined) throw new Error('the event has no such booth')
    const vendors = [{ ...arkade, point_types: [...arkade.point_types, 'naljepnica'] }]
    await organiser.api.ok('applyEvent', { event: { point_types: [type], vendors }, version })

    const { team, staff, award } = await atTheBooth(game)
    const sent = award({ point_type: 'naljepnica' })
    expect((await staff.api.ok('awardPoints', sent)).award).toMatchObject({
      points: 0,
      label: 'Naljepnica',
      voided: false,
    })
    const { points, medals, awards, booths = [] } = await team.captain.api.ok('teamPoints', {})
    expect([points, medals, booths.map((booth) => booth.points)]).toEqual([0, [], [0]])
    expect(awards).toMatchObject([{ award_id: sent.award_id, label: 'Naljepnica', points: 0 }])
    const ranking = await game.client().ok('ranking', {})
    expect(ranking.latest.filter(({ team_name }) => team_name === team.name)).toEqual([])
    const score = game.db.read.selectFrom('team_scores').where('team_id', '=', team.id).selectAll()
    expect(await score.execute()).toMatchObject([{ points: 0, reached_at: null }])
    const { history } = await organiser.api.ok('organiserTeam', { team_id: team.id })
    expect(history).toContainEqual(
      expect.objectContaining({ kind: 'award', label: 'Naljepnica', points: 0 }),
    )
  })

  test('is refused during its cooldown, with the time of the first one, and can be given again after a void', async () => {
    const { team, staff, award } = await atTheBooth(game, { staff: 'luka' })
    const first = award({ point_type: 'naljepnica' })
    await staff.api.ok('awardPoints', first)
    game.clock.advance(5 * MINUTE)
    const again = award({ point_type: 'naljepnica' })
    const refused = await staff.api.ko('awardPoints', again)
    expect([refused.code, refused.message]).toEqual(['COOLDOWN', 'Već preuzeto u 12:00.'])
    const { results } = await staff.api.ok('awardMany', { awards: [again] })
    expect(results).toMatchObject([{ code: 'COOLDOWN', message: 'Već preuzeto u 12:00.' }])
    await staff.api.ok('voidAward', { award_id: first.award_id })
    const { award_id } = (await staff.api.ok('awardPoints', award({ point_type: 'naljepnica' })))
      .award
    game.clock.advance(10 * MINUTE)
    expect((await team.captain.api.ok('teamPoints', {})).awards[0]).toMatchObject({
      award_id,
      points: 0,
    })
  })

  test('does not count as a treasure for a medal, and no medal requires a booth that gives nothing else', async () => {
    const { team, give } = await atTheBooth(game)
    for (let found = 0; found < 3; found++) {
      const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
      await game.db.write({ kind: 'event' }, (db) =>
        db
          .updateTable('tags')
          .set({ point_type: 'naljepnica' })
          .where('nfc_id', '=', nfc_id)
          .execute(),
      )
      await team.captain.api.ok('scan', { nfc_id })
    }
    expect((await team.captain.api.ok('teamPoints', {})).medals).toEqual([])
    const { event, version } = await organiser.api.ok('readEvent', {})
    const kutak = event.vendors.find(({ vendor_id }) => vendor_id === 'kutak')
    if (kutak === undefined) throw new Error('the event has no such booth')
    await organiser.api.ok('applyEvent', {
      event: { vendors: [{ ...kutak, point_types: ['naljepnica'] }] },
      version,
    })
    game.clock.advance(HOUR)
    await give()
    expect((await team.captain.api.ok('teamPoints', {})).medals).toContain('krug')
  })
})
