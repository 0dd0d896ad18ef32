import { expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { MINUTE } from '../support/times'
import { onEachEngine, useOrganiser } from '../support/use-game'

onEachEngine('public stars and medals', (game) => {
  const organiser = useOrganiser(game)

  test('rules 15 and 16: stay unchanged from the freeze to the reveal, and leave out a hidden team', async () => {
    const arkade = await atTheBooth(game)
    const kutak = await atTheBooth(game, { staff: 'mia' })
    const [one, other] = [arkade.team, kutak.team]
    const stars = async () => {
      const ids = [one.id, other.id, 'nema'].join(',')
      const { frozen_at, booths, teams } = await organiser.api.ok('shownStars', { team_ids: ids })
      expect(booths).toEqual(['arkade', 'kutak'])
      const of = ({ id }: { id: string }) => teams.find(({ team_id }) => team_id === id)
      return { isFrozen: frozen_at !== null, one: of(one), other: of(other) }
    }
    const none = { medals: [], lit: [], treasures: 0 }
    const given = await arkade.give()
    game.clock.advance(MINUTE)
    await organiser.api.ok('freeze', {})
    game.clock.advance(MINUTE)

    const bonus = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    await kutak.give({ team_id: one.id, point_type: 'kviz' })
    await kutak.give({ point_type: 'kviz' })
    await one.captain.api.ok('scan', { nfc_id: bonus })
    const reason = 'Krivi tim'
    await organiser.api.ok('moveAward', { award_id: given.award_id, team_id: other.id, reason })
    expect(await stars()).toMatchObject({
      isFrozen: true,
      one: { medals: ['prvi'], lit: ['arkade'], treasures: 0 },
      other: none,
    })

    await organiser.api.ok('reveal', {})
    expect(await stars()).toMatchObject({
      isFrozen: false,
      one: { lit: ['kutak'], treasures: 1 },
      other: { lit: ['arkade', 'kutak'], treasures: 0 },
    })
    await organiser.api.ok('hideTeam', { team_id: one.id, reason: 'Uvreda' })
    expect((await stars()).one).toBeUndefined()
  })
})
