import { beforeEach, expect, test, vi } from 'vitest'
import type { CallInput } from '#contract/calls'
import { LIVE_BEAT_MS } from '#contract/live'
import { createBoothDevices } from '#server/booth-devices'
import type { Database } from '#server/db/database'
import { atTheBooth } from '../support/booth'
import { changeBooth, insertEvent, STAFF } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'
import { openStream } from '../support/live'
import { type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { onOneEngine, useOrganiser } from '../support/use-game'

const call = ({ api }: Person, waiting?: string) =>
  api.post('currentUser', {}, waiting === undefined ? {} : { 'x-game-waiting': waiting })

/** Sends awards, reports how many still wait, and returns the answer. */
const send = async <N extends 'awardPoints' | 'awardMany'>(
  { api }: Person,
  waiting: string,
  name: N,
  input: CallInput<N>,
) => (await api.post(name, input, { 'x-game-waiting': waiting })).json()

async function staffSeen(game: TestGame, organiser: Person, userId: string) {
  const { booths } = await organiser.api.ok('overview', {})
  const found = booths.flatMap(({ staff }) => staff).find((one) => one.user_id === userId)
  return [found?.last_seen_at, found?.waiting, new Date(game.clock.now()).toISOString()]
}

onOneEngine('the booths in the overview', (game, engine) => {
  const organiser = useOrganiser(game, beforeEach)

  test('a device reports its waiting awards, and those of one account’s devices are added up', async () => {
    const [first, second] = [await signIn(game, 'luka'), await signIn(game, 'luka')]
    await call(first, '3')
    await call(second, '0')
    const [seen, waiting, now] = await staffSeen(game, organiser, 'luka')
    expect([seen, waiting]).toEqual([now, 3])
    await call(first, '1')
    await call(second, '2')
    expect((await staffSeen(game, organiser, 'luka'))[1]).toBe(3)
    // A call that reports nothing changes nothing.
    await call(first)
    expect((await staffSeen(game, organiser, 'luka'))[1]).toBe(3)
  })

  test('fault 17: waiting awards stay counted when the session ends, until the next one reports', async () => {
    const luka = await signIn(game, 'luka')
    await call(luka, '2')
    const said = await staffSeen(game, organiser, 'luka')
    const { waiting } = (await organiser.api.ok('overview', {})).counts
    const isKept = async () => {
      expect((await staffSeen(game, organiser, 'luka')).slice(0, 2)).toEqual(said.slice(0, 2))
      expect((await organiser.api.ok('overview', {})).counts.waiting).toBe(waiting)
    }
    await luka.api.ok('signOut', { id: 'luka', mtp: 'logout' })
    await isKept()
    const next = await signIn(game, 'luka')
    await call(next)
    await isKept()
    await call(next, '2')
    await isKept()
    await organiser.api.ok('withdrawSignIns', { user_id: 'luka', reason: 'Izgubljen mobitel' })
    await isKept()
  })

  test('fault 18: what waits on the device of somebody who left the booth has a name, until it reports less', async () => {
    const luka = await signIn(game, 'luka')
    await call(luka, '2')
    const at = new Date(game.clock.now()).toISOString()
    await changeBooth(game, 'luka', 'arkade', null)
    const look = async () => {
      const { booths, counts } = await organiser.api.ok('overview', {})
      const former = booths.flatMap(({ former_staff = [] }) => former_staff)
      return { former: former.find(({ user_id }) => user_id === 'luka'), total: counts.waiting }
    }
    const before = await look()
    expect(before.former).toMatchObject({ waiting: 2, last_seen_at: at, mobile: STAFF.luka.mobile })
    await call(luka)
    expect(await look()).toEqual(before)
    await call(luka, '1')
    expect(await look()).toMatchObject({ former: { waiting: 1 }, total: before.total - 1 })
    await luka.api.ok('signOut', { id: 'luka', mtp: 'logout' })
    const again = await signIn(game, 'luka')
    await call(again, '0')
    expect(await look()).toEqual({ former: undefined, total: before.total - 2 })
    await changeBooth(game, 'luka', null, 'arkade')
  })

  test('fault 63: an award that a call decided no longer counts as waiting, even if the device never calls again', async () => {
    const { staff, award } = await atTheBooth(game)
    const waiting = async () => (await staffSeen(game, organiser, 'iva'))[1]
    const given = award()
    expect(await send(staff, '1', 'awardPoints', given)).toMatchObject({ status: 'OK' })
    expect(await waiting()).toBe(0)
    const tooSoon = award()
    const unknown = award({ user_id: 'luka' })
    await send(staff, '5', 'awardMany', { awards: [given, tooSoon, unknown] })
    expect(
      await waiting(),
      'a duplicate and a refusal are decided, another account’s award is not',
    ).toBe(3)
    expect(await send(staff, '3', 'awardPoints', unknown)).toMatchObject({ code: 'OTHER_ACCOUNT' })
    expect(await waiting()).toBe(3)
    await send(staff, '1', 'awardPoints', tooSoon)
    expect(await waiting()).toBe(0)
  })

  test('fault 63: an award decided while an earlier report is being written is subtracted from that report', async () => {
    const { id } = await signIn(game, 'luka')
    const { token_hash: tokenHash } = await game.db.read
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .select('token_hash')
      .executeTakeFirstOrThrow()
    const gate = Promise.withResolvers<void>()
    const slow: Database = Object.assign(Object.create(game.db), {
      async write(...given: Parameters<Database['write']>) {
        await gate.promise
        return await game.db.write(...given)
      },
    })
    const devices = createBoothDevices(slow, game.clock.now)
    const session = { tokenHash, userId: id, vendorId: 'arkade', organiser: false }
    devices.recordContact(session, '1')
    const writing = devices.flush()
    devices.recordDecided(session, 1)
    gate.resolve()
    await writing
    await devices.flush()
    const { waiting } = await game.db.read
      .selectFrom('booth_devices')
      .where('token_hash', '=', tokenHash)
      .select('waiting')
      .executeTakeFirstOrThrow()
    expect(waiting).toBe(0)
  })

  test('a report that is not a valid number of awards changes nothing', async () => {
    const mia = await signIn(game, 'mia')
    await call(mia, '4')
    for (const nonsense of ['-1', '1.5', '', '100000', '1e3', '0x10']) {
      expect((await call(mia, nonsense)).json().status).toBe('OK')
      expect((await staffSeen(game, organiser, 'mia'))[1], nonsense).toBe(4)
    }
  })

  test('a device that keeps calling is recorded once a minute, but players’ phones are never recorded', async () => {
    const iva = await signIn(game, 'iva')
    await call(iva, '0')
    const at = (await staffSeen(game, organiser, 'iva'))[2]
    game.clock.advance(59_000)
    await call(iva, '0')
    expect((await staffSeen(game, organiser, 'iva'))[0]).toBe(at)
    game.clock.advance(1_000)
    await call(iva, '0')
    expect((await staffSeen(game, organiser, 'iva'))[0]).not.toBe(at)
    const player = await signUp(game)
    await call(player, '7')
    await organiser.api.ok('overview', {})
    const stored = await game.db.read
      .selectFrom('booth_devices')
      .where('user_id', '=', player.id)
      .selectAll()
      .execute()
    expect(stored).toEqual([])
  })

  test('a device that only has its stream open counts as present', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = await startGame(engine)
    try {
      await insertEvent(own.db)
      const organiser = await signInOrganiser(own)
      const iva = await signIn(own, 'iva')
      const stream = await openStream(own, iva.api)
      await call(iva, '2')
      own.clock.advance(20 * 60_000)
      const [before, , now] = await staffSeen(own, organiser, 'iva')
      expect(before).not.toBe(now)
      vi.advanceTimersByTime(LIVE_BEAT_MS)
      expect(await staffSeen(own, organiser, 'iva')).toEqual([now, 2, now])
      stream.close()
    } finally {
      vi.useRealTimers()
      await own.close()
    }
  })

  test('a booth’s numbers of awards and refusals cover the last hour', async () => {
    const { staff, award, give } = await atTheBooth(game, { staff: 'mia' })
    await give()
    await staff.api.ko('awardPoints', award())
    const kutak = async () =>
      (await organiser.api.ok('overview', {})).booths.find(({ vendor_id }) => vendor_id === 'kutak')
    const made = new Date(game.clock.now()).toISOString()
    expect(await kutak()).toMatchObject({
      awards_last_hour: 1,
      refused_last_hour: 1,
      last_award_at: made,
    })
    game.clock.advance(3_600_000)
    expect(await kutak()).toMatchObject({
      awards_last_hour: 0,
      refused_last_hour: 0,
      last_award_at: made,
    })
    // An award that a phone without a network made 90 minutes ago does not count for the last hour.
    await give({ point_type: 'kviz', queued_ms: 5_400_000 })
    expect((await kutak())?.awards_last_hour).toBe(0)
  })

  test('the overview counts entries, voids and refusals exactly, even after a purge', async () => {
    const counts = async () => {
      const { awards, voided, refused } = (await organiser.api.ok('overview', {})).counts
      return { awards, voided, refused }
    }
    const before = await counts()
    const { staff, award, give } = await atTheBooth(game, { staff: 'mia' })
    const given = await give()
    await staff.api.ko('awardPoints', award())
    const counted = { ...before, awards: before.awards + 1, refused: before.refused + 1 }
    expect(await counts()).toEqual(counted)
    await staff.api.ok('voidAward', { award_id: given.award_id })
    expect(await counts()).toEqual({ ...counted, voided: before.voided + 1 })
    await game.db.write(
      { kind: 'event' },
      async (db) => void (await db.deleteFrom('refusals').execute()),
    )
    expect(await counts()).toEqual({ ...counted, voided: before.voided + 1, refused: 0 })
  })
})
