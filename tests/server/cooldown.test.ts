import { describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { atTheBooth } from '../support/booth'
import { foundTeam, signInStaff } from '../support/people'
import { onEachEngine } from '../support/use-game'

const SECOND = 1_000
const MINUTE = 60 * SECOND

onEachEngine('the cooldown between awards', (game) => {
  const iso = (ms: number) => new Date(ms).toISOString()

  test.each([
    ['400 ms, when a card was read twice (fault 44)', 400, 'COOLDOWN'],
    ['as little as the grace allows', 895 * SECOND, 'OK'],
  ])('rule 9: the next award after %s', async (_what, passed, outcome) => {
    const { staff, award } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award())
    game().clock.advance(passed)
    expect(await staff.api.outcome('awardPoints', award())).toBe(outcome)
  })

  test('rule 9: each booth, team and type has its own cooldown', async () => {
    const { staff, award } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award())
    const mia = await signInStaff(game(), 'mia')
    await mia.api.ok('awardPoints', award())
    await staff.api.ok('awardPoints', award({ team_id: (await foundTeam(game())).id }))
    await staff.api.ok('awardPoints', award({ point_type: 'kviz' }))
  })

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
