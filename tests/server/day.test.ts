import { expect, test } from 'vitest'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { isoTime } from '#server/time'
import { atTheBooth } from '../support/booth'
import { HOUR } from '../support/times'
import { onEachEngine, useOrganiser } from '../support/use-game'

onEachEngine('the day in numbers', (game) => {
  const organiser = useOrganiser(game)

  test('counts by hour, booth and point type, without voided awards', async () => {
    const [one, other] = [await atTheBooth(game), await atTheBooth(game, { staff: 'mia' })]
    const start = Math.ceil(game.clock.now() / HOUR) * HOUR
    game.clock.advance(start + 1000 - game.clock.now())
    await one.give()
    await one.give({ team_id: other.team.id, point_type: 'dolazak' })
    const { award_id } = await one.give({ point_type: 'kviz' })
    await one.staff.api.ok('voidAward', { award_id })
    game.clock.advance(2 * HOUR)
    await other.give()
    const reason = 'Ispravak'
    const adjustment = {
      team_id: one.team.id,
      points: -3,
      reason,
      adjustment_id: '4c9ba3f0-6f0e-4a8b-9f57-000000000009',
    }
    await organiser.api.ok('adjustPoints', adjustment)

    const { hours, booths, point_types, players, teams } = await organiser.api.ok('day', {})
    expect(hours).toEqual([
      { hour: isoTime(start), awards: 2, points: 26 },
      { hour: isoTime(start + 2 * HOUR), awards: 2, points: 22 },
    ])
    expect(booths).toEqual([
      { vendor_id: 'arkade', name: 'Arkadna zona', awards: 2, points: 26, teams: 2 },
      { vendor_id: 'kutak', name: 'Kviz kutak', awards: 1, points: 25, teams: 1 },
    ])
    const byType = Object.fromEntries(
      point_types.map((type) => [type.point_type, [type.awards, type.points]]),
    )
    expect(byType).toEqual({ pobjeda: [2, 50], dolazak: [1, 1], [ADJUSTMENT_TYPE]: [1, -3] })
    expect([players, teams]).toEqual([2, 2])
  })
})
