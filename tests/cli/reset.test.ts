import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freeze } from '#server/calls/corrections/results'
import { openDatabase } from '#server/db/open'
import { readLedgerId } from '#server/db/queries/ledger-id'
import { writeSetting } from '#server/db/queries/settings'
import { lockForServer } from '#server/db/sqlite'
import { TABLE_NAMES } from '#server/db/tables'
import { atTheBooth } from '../support/booth'
import { runAnswering } from '../support/command'
import { ENGINES } from '../support/databases'
import { insertEvent } from '../support/event'
import { createFolder, type Folder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { openStream } from '../support/live'
import { foundTeam, signIn } from '../support/people'
import { signingDevice } from '../support/vouchers'

describe.each(ENGINES)('a reset on %s', (engine) => {
  let path: Folder
  let game: TestGame
  beforeEach(async () => {
    path = createFolder()
    game = await startGame(engine)
    await insertEvent(game.db)
    const { staff, award, give } = await atTheBooth(game)
    await give()
    await staff.api.ko('awardPoints', award())
    await game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', game.clock.now()))
    await staff.api.ko('awardPoints', award({ point_type: 'kviz' }))
    await freeze(
      {},
      { game: { db: game.db, now: game.clock.now }, by: { userId: null, reason: 'Proba' } },
    )
  })
  afterEach(async () => {
    await game.close()
    path.remove()
  })

  const file = () => path('before.backup')
  /** Runs a reset. Returns why it failed; null if it succeeded. */
  async function run(keep = 'tags,staff,settings', name = 'GeekQuest'): Promise<string | null> {
    const flags = ['--keep', keep, '--backup', file(), '--reason', 'Nakon probe']
    return (await runAnswering(name, game.location, 'reset', ...flags)).failure
  }
  async function rowsOf(): Promise<Record<string, number>> {
    const db = await openDatabase(game.location)
    const counts: Record<string, number> = {}
    for (const name of TABLE_NAMES) {
      const { rows } = await sql<{
        total: number
      }>`select count(*) as total from ${sql.table(name)}`.execute(db.read)
      counts[name] = Number(rows[0]?.total)
    }
    await db.close()
    return counts
  }

  test('leaves no trace of the rehearsal except the entry of the reset, and keeps the event’s setup', async () => {
    const before = await rowsOf()
    await game.stop()
    expect(await run()).toBeNull()
    const after = await rowsOf()
    const entered = ['vendors', 'point_types', 'vendor_point_types', 'booth_closings', 'tags']
    for (const table of entered) expect([table, after[table]]).toEqual([table, before[table]])
    // Tables of accounts, of SMS and of the command itself: they may have rows, all others must
    // not.
    const others = [
      'users',
      'sessions',
      'organiser_links',
      'sign_in_requests',
      'sms_sends',
      'sms_messages',
      'wrong_codes',
      'staff_history',
      'settings',
      'server_keys',
      'audit',
    ]
    const played = Object.keys(after).filter((table) => ![...entered, ...others].includes(table))
    expect(played.filter((table) => after[table] !== 0)).toEqual([])
    expect(after.users).toBe(3)
    expect(existsSync(file())).toBe(true)
    const db = await openDatabase(game.location)
    const trail = await db.read.selectFrom('audit').selectAll().execute()
    expect(trail).toMatchObject([{ what: 'reset', user_id: null, reason: 'Nakon probe' }])
    expect(
      await db.read
        .selectFrom('settings')
        .where('name', 'in', ['frozen_at', 'closed_at'])
        .selectAll()
        .execute(),
    ).toEqual([])
    await expect(
      db.write({ kind: 'event' }, (tx) => tx.deleteFrom('audit').execute()),
    ).rejects.toThrow(/append-only/)
    await db.close()
  })

  test('fault 58: starts a fresh ledger, so that no device sends the rehearsal again and its vouchers are VOUCHER_INVALID', async () => {
    const before = await readLedgerId(game.db.read)
    const device = await signingDevice(game, await signIn(game, 'iva'), '')
    await game.stop()
    expect(await run()).toBeNull()
    const next = await startGame(engine, { on: game.location })
    const { api } = await signIn(next, 'iva')
    const { ledger, fresh } = await api.ok('currentUser', {})
    expect([before?.fresh, ledger === before?.ledger, fresh]).toEqual([undefined, false, true])
    const stream = await openStream(next, api)
    stream.close()
    expect(stream.events[0]?.data).toMatchObject({ ledger, fresh: true })

    const { captain, id: teamId } = await foundTeam(next)
    const deliver = async (own: { deviceId?: string }) =>
      await captain.api.outcome('deliver', { voucher: await device.voucher({ teamId, ...own }) })
    expect(await deliver({})).toBe('VOUCHER_INVALID')
    // After the reset the same key, registered again, belongs to a new device.
    const { device_id: deviceId } = await api.ok('registerDevice', {
      public_key: device.public_key,
    })
    expect([await deliver({}), await deliver({ deviceId })]).toEqual(['VOUCHER_INVALID', 'OK'])
    await next.close()
  })

  test('keeps players and their sign-ins on request, but not their teams', async () => {
    const before = await rowsOf()
    await game.stop()
    expect(await run('tags,players')).toBeNull()
    const after = await rowsOf()
    expect([after.users, after.sessions, after.teams, after.memberships]).toEqual([1, 1, 0, 0])
    expect([before.users, after.tags]).toEqual([4, before.tags])
  })

  test('is refused while a server runs, without the event’s name, and for an unknown part', async () => {
    const lock = game.location.engine === 'sqlite' ? lockForServer(game.location.file) : null
    expect(await run()).toMatch(/A server runs on this database/)
    lock?.release()
    await game.stop()
    const before = await rowsOf()
    expect(await run('tags,staff,settings', 'geekquest')).toBe('Nothing was changed.')
    expect(await run('tags,awards')).toMatch(/takes any of .*, but not "awards"/)
    expect(existsSync(file())).toBe(false)
    expect(await rowsOf()).toEqual(before)
    expect(await run('settings')).toBeNull()
    expect(await rowsOf()).toMatchObject({ users: 0, tags: 0, awards: 0, vendors: before.vendors })
  })
})
