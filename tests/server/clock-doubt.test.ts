import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app'
import { checkClock, startDailyPurge } from '#server/retention'
import { createApiClient } from '../support/api-client'
import { createClock } from '../support/clock'
import { command } from '../support/command'
import { METRICS_TOKEN, type TestGame } from '../support/game-server'
import { foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { DAY } from '../support/times'
import { onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

/** Restarts the game's server with a clock that is `days` days ahead. */
async function restartAt(game: TestGame, days: number) {
  const clock = createClock(game.clock.now() + days * DAY)
  const { doubt, expiryNow } = await checkClock(game.db, clock.now)
  const app = await buildApp(
    { ...game.game, now: clock.now, expiryNow },
    {
      webApp: null,
      log: 'silent',
      metricsToken: METRICS_TOKEN,
    },
  )
  const as = ({ api }: Person) => Object.assign(createApiClient(app), { cookie: api.cookie })
  return { clock, doubt, expiryNow, app, as }
}

onOneEngine('a server’s clock', (game) => {
  afterEach(() => void vi.useRealTimers())

  test('is in doubt if it is a year ahead of the last write, or a day behind it', async () => {
    const doubtAt = async (days: number) =>
      (await checkClock(game.db, () => game.clock.now() + days * DAY)).doubt
    expect(await doubtAt(4_000)).toBeNull()
    await signUp(game)
    for (const near of [-0.9, 0, 300]) expect(await doubtAt(near)).toBeNull()
    for (const far of [-2, 400, 4_000])
      expect(await doubtAt(far)).toMatch(
        /^the clock says .* no session ends and nothing is purged$/,
      )
  })

  test.each([-2, 400])(
    'that is %d days off ends no session, revokes no key and deletes nothing until it is corrected',
    async (days) => {
      const team = await foundTeam(game)
      const staff = await signIn(game, 'iva')
      const organiser = await signInOrganiser(game)
      const device = await signingDevice(game, staff, team.id)
      const everything = async () =>
        await Promise.all(
          (['users', 'sessions', 'sign_in_requests', 'organiser_links'] as const).map((table) =>
            game.db.read.selectFrom(table).selectAll().execute(),
          ),
        )
      const before = await everything()
      const { app, as, clock, doubt, expiryNow } = await restartAt(game, days)
      try {
        expect(doubt).not.toBeNull()
        for (const person of [team.captain, staff, organiser]) {
          const answer = await as(person).post('listSessions', {})
          expect(answer.json()).toMatchObject({ status: 'OK' })
          expect(answer.headers['set-cookie']).toBeUndefined()
        }
        // The device's key still counts, so its copy is recorded as an award and not as a late entry.
        const madeAt = clock.now()
        const delivered = await as(team.captain).ok('deliver', {
          voucher: await device.voucher({ awardId: randomUUID(), madeAt }),
        })
        expect(delivered.duplicate).toBe(false)

        vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
        const stop = startDailyPurge(game.db, expiryNow, (reason) =>
          expect.unreachable(String(reason)),
        )
        vi.advanceTimersByTime(60_000)
        vi.useRealTimers()
        await stop()
        expect(await everything()).toEqual(before)
        const revoked = game.db.read
          .selectFrom('signing_devices')
          .where('revoked_at', 'is not', null)
        expect(await revoked.selectAll().execute()).toEqual([])

        // A clock that is corrected while the server runs is trusted.
        clock.advance(-days * DAY)
        expect(expiryNow()).toBe(clock.now())
        clock.advance(31 * DAY)
        expect(await as(team.captain).outcome('listSessions', {})).toBe('NOT_AUTHENTICATED')
      } finally {
        await app.close()
      }
    },
  )
})

onOneEngine('the command purge', (game) => {
  test('refuses with one sentence, in the event’s time zone, while the clock is in doubt', async () => {
    game.clock.advance(Date.now() + 2 * DAY - game.clock.now())
    await signUp(game)
    await expect(command(game.location, 'purge', '--dry-run')).rejects.toThrow(
      /^Refused: the clock says \S+T\S+\+0[12]:00, .* from \S+T\S+\+0[12]:00; .* nothing is purged\.$/,
    )
  })
})
