import { expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { MINUTE } from '../support/times'
import { onEachEngine, useOrganiser } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

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

  test('rule 16: late entries accepted during a freeze take no earlier award from the frozen stars', async () => {
    const arkade = await atTheBooth(game)
    const kutak = await atTheBooth(game, { staff: 'mia', point_type: 'kviz' })
    const litOf = async ({ team }: typeof arkade) => {
      const { teams } = await organiser.api.ok('shownStars', { team_ids: team.id })
      return teams.map(({ lit }) => lit)
    }
    const lateOf = async ({ team }: typeof arkade) => {
      const { late } = await organiser.api.ok('listLate', {})
      return late.filter(({ team_id }) => team_id === team.id)
    }
    const voided = await arkade.give()
    // Another person's award has the id of an award that a device signed before.
    const other = await atTheBooth(game)
    const device = await signingDevice(game, other.staff, other.team.id)
    const { award_id } = await kutak.give()
    const voucher = await device.voucher({ awardId: award_id })
    await organiser.api.ok('closeResults', {})
    expect(await arkade.staff.api.outcome('voidAward', voided)).toBe('KEPT_FOR_ORGANISER')
    expect(await other.team.captain.api.outcome('deliver', { voucher })).toBe('KEPT_FOR_ORGANISER')
    await organiser.api.ok('reopenResults', {})
    game.clock.advance(MINUTE)
    await organiser.api.ok('freeze', {})
    game.clock.advance(MINUTE)
    const reason = 'Potvrđeno'
    for (const { late_id } of [...(await lateOf(arkade)), ...(await lateOf(other))])
      await organiser.api.ok('acceptLate', { late_id, reason })
    const all = async () => await Promise.all([arkade, kutak, other].map(litOf))
    expect(await all()).toEqual([[['arkade']], [['kutak']], [[]]])
    await organiser.api.ok('reveal', {})
    expect(await all()).toEqual([[[]], [['kutak']], [['arkade']]])
  })
})
