import { describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { atTheBooth } from '../support/booth'
import { signInStaff } from '../support/people'
import { onOneEngine } from '../support/use-game'

const SECOND = 1_000
const MINUTE = 60 * SECOND

onOneEngine('the cooldown between awards', (game) => {
  const iso = (ms: number) => new Date(ms).toISOString()

  test('a refusal says how long the cooldown still lasts', async () => {
    const { team, staff, award } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award())
    const made = game().clock.now()
    game().clock.advance(100 * SECOND + 1)
    const refused = await staff.api.ko('awardPoints', award())
    const available_at = iso(made + 900 * SECOND)
    expect(refused.cooldowns).toEqual([
      { vendor_id: 'arkade', team_id: team.id, point_type: 'pobjeda', remaining_seconds: 800, available_at },
    ])
  })

  describe('reading it', () => {
    test('staff see every type of their booth in the booth’s order, with 0 if it is free', async () => {
      const { team, staff, award } = await atTheBooth(game())
      await (await signInStaff(game(), 'mia')).api.ok('awardPoints', award({ point_type: 'kviz' }))
      await staff.api.ok('awardPoints', award({ queued_ms: 10 * MINUTE }))
      const now = game().clock.now()
      const entry = { vendor_id: 'arkade', team_id: team.id }
      expect(await staff.api.ok('checkCooldown', { team_id: team.id })).toEqual({
        team: { team_id: team.id, team_name: team.name, emblem: emblemOf(team.id) },
        cooldowns: [
          { ...entry, point_type: 'pobjeda', remaining_seconds: 300, available_at: iso(now + 5 * MINUTE) },
          { ...entry, point_type: 'kviz', remaining_seconds: 0, available_at: iso(now) },
          { ...entry, point_type: 'dolazak', remaining_seconds: 0, available_at: iso(now) },
        ],
      })
    })

    test('a player sees the cooldowns of their own team at every booth', async () => {
      const { team, staff, award } = await atTheBooth(game())
      await staff.api.ok('awardPoints', award({ queued_ms: 15 * MINUTE - SECOND }))
      await (await signInStaff(game(), 'mia')).api.ok('awardPoints', award())
      const remaining = async () =>
        (await team.captain.api.ok('checkCooldown', { team_id: team.id })).cooldowns.map((one) => [
          one.vendor_id,
          one.point_type,
          one.remaining_seconds,
        ])
      expect(await remaining()).toEqual([
        ['arkade', 'pobjeda', 1],
        ['kutak', 'pobjeda', 900],
      ])
      game().clock.advance(SECOND)
      expect(await remaining()).toEqual([['kutak', 'pobjeda', 899]])
    })
  })
})
