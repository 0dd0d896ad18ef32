import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { SESSION_COOKIE } from '#contract/protocol'
import { exportPublicKey, type KeyPair, makeSigningKey } from '#contract/voucher'
import { type App, buildApp } from '#server/app'
import { acceptLate } from '#server/calls/corrections/late'
import { closeResults, reopenResults } from '#server/calls/corrections/results'
import type { Database, Writer } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { readLateEntries } from '#server/db/queries/late-entries'
import { renewLedgerId } from '#server/db/queries/ledger-id'
import { endOtherSessionsOf, startSession } from '#server/db/queries/sessions'
import { readSettings, writeSetting } from '#server/db/queries/settings'
import { addMember, disband, insertTeam } from '#server/db/queries/teams'
import { deviceIdOf, enterDevice, revokeDevices } from '#server/db/queries/voucher-signers'
import { hashSecret } from '#server/random'
import { Refusal } from '#server/refusal'
import { createTestDatabase, type Engine } from '../support/databases'
import {
  type BoothName,
  insertEvent,
  moveStaff,
  STAFF,
  type StaffName,
  setEvent,
  userRow,
} from '../support/event'
import { gameOn } from '../support/game-on'
import { openLedger } from './ledger'

const ORGANISER = { userId: null, reason: 'Nakon natjecanja' }

export interface WireRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly cookie: string | null
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function receive(app: App, { url, headers, body, cookie }: WireRequest): Promise<WireAnswer> {
  const cookies = cookie === null ? {} : { cookies: { [SESSION_COOKIE]: cookie } }
  const response = await app.inject({ method: 'POST', url, headers, payload: body, ...cookies })
  const { 'retry-after': retryAfter } = response.headers
  const passed = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return { status: response.statusCode, headers: passed, body: response.body }
}

const MAX_TEAMS = 3
/** The only member of a schedule's team, whose phone carries the team's copies. */
export const playerId = (index: number) => `nosac${index}`

async function insertPlayers(db: Database): Promise<void> {
  const players = Array.from({ length: MAX_TEAMS }, (_, index) =>
    userRow(playerId(index), { mobile: `+38591100010${index}` }),
  )
  await db.write({ kind: 'accounts' }, (tx) => tx.insertInto('users').values(players).execute())
}

export interface Signer {
  readonly deviceId: string
  readonly key: KeyPair
}

/** The token of the session to which an account's key belongs, and which no step ends. */
const signerToken = (userId: string) => `key of ${userId}`

async function startSignerSessions(db: Writer, now: number): Promise<void> {
  for (const userId of Object.keys(STAFF)) {
    await startSession(
      db,
      { token: signerToken(userId), userId, address: '127.0.0.1', userAgent: 'schedule' },
      now,
    )
  }
}

/** One key serves all devices of an account, because schedules do not test differences in signing. */
async function registerSigners(db: Database): Promise<ReadonlyMap<string, Signer>> {
  const signers = new Map<string, Signer>()
  for (const user_id of Object.keys(STAFF)) {
    const key = await makeSigningKey()
    const public_key = await exportPublicKey(key)
    const device_id = await deviceIdOf(db, user_id, public_key)
    await db.write({ kind: 'accounts' }, (tx) =>
      enterDevice(tx, {
        device_id,
        user_id,
        public_key,
        token_hash: hashSecret(signerToken(user_id)),
        registered_at: 0,
      }),
    )
    signers.set(user_id, { deviceId: device_id, key })
  }
  return signers
}

/** The real server on a real database. Many schedules are played on it, each with its own teams. */
export async function startServer(now: () => number, engine: Engine) {
  const { location, drop } = await createTestDatabase(engine)
  /**
   * The database's file and its backup; null on PostgreSQL, where a backup would take longer than
   * the schedule.
   */
  const files =
    location.engine === 'sqlite' ? { own: location.file, backup: `${location.file}.backup` } : null
  async function open(ofBackup = false) {
    const db: Database = await openDatabase(location)
    if (ofBackup) await db.write({ kind: 'event' }, (tx) => renewLedgerId(tx))
    const game = gameOn(db, { now })
    return {
      db,
      game,
      app: await buildApp(game, { webApp: null, log: 'silent', clock: now }),
    }
  }
  let running = await open()
  await insertEvent(running.db)
  await insertPlayers(running.db)
  const signers = await registerSigners(running.db)
  await running.db.write({ kind: 'accounts' }, (tx) => startSignerSessions(tx, now()))
  let ledger = openLedger(location)
  let teamIds: readonly string[] = []
  let busy = 0
  const awaiting: (() => void)[] = []

  async function close(): Promise<void> {
    await ledger.close()
    await running.app.close()
    await running.db.close()
  }

  async function reopen(ofBackup = false): Promise<void> {
    running = await open(ofBackup)
    ledger = openLedger(location)
    await ledger.read(teamIds)
  }

  return {
    /** Copies the database as it is. */
    async backUp(): Promise<void> {
      if (files === null) return
      await close()
      copyFileSync(files.own, files.backup)
      await reopen()
    },
    /** Replaces the database with the last backup. Returns false if there is none. */
    async restore(): Promise<boolean> {
      if (files === null || !existsSync(files.backup)) return false
      await close()
      for (const beside of ['-wal', '-shm']) rmSync(`${files.own}${beside}`, { force: true })
      copyFileSync(files.backup, files.own)
      await reopen(true)
      return true
    },
    /** The number of calls in progress. */
    busy: () => busy,
    /** Resolves when no call is in progress; polling would take CPU time from the database. */
    idle: () => new Promise<void>((resolve) => (busy === 0 ? resolve() : awaiting.push(resolve))),
    async receive(request: WireRequest): Promise<WireAnswer> {
      busy++
      try {
        return await receive(running.app, request)
      } finally {
        await ledger.read(teamIds)
        busy--
        if (busy === 0) for (const resolve of awaiting.splice(0)) resolve()
      }
    },
    /** Restarts the server on the same database. */
    async restart(): Promise<void> {
      await running.app.close()
      await running.db.close()
      running = await open()
    },
    async signIn(userId: string, token: string): Promise<void> {
      const session = { token, userId, address: '127.0.0.1', userAgent: 'schedule' }
      await running.db.write({ kind: 'accounts' }, (tx) => startSession(tx, session, now()))
    },
    /** The key with which this account's devices sign. */
    signerOf(userId: string): Signer {
      const signer = signers.get(userId)
      if (signer === undefined) throw new Error(`${userId} signs nothing`)
      return signer
    },
    async endSessions(userId: StaffName): Promise<void> {
      await running.db.write({ kind: 'accounts' }, (tx) =>
        endOtherSessionsOf(tx, userId, signerToken(userId), now()),
      )
    },
    async revokeKey(userId: StaffName): Promise<void> {
      await running.db.write({ kind: 'accounts' }, (tx) =>
        revokeDevices(tx, now(), (eb) => eb('user_id', '=', userId)),
      )
    },
    async foundTeams(ids: readonly string[]): Promise<void> {
      teamIds = ids
      const own = { captain_id: 'iva', created_at: now() }
      await running.db.write({ kind: 'roster' }, async (tx) => {
        for (const [index, team_id] of ids.entries()) {
          await insertTeam(tx, { team_id, team_name: team_id, name_key: team_id, ...own })
          await addMember(tx, team_id, playerId(index), now())
        }
      })
    },
    async disband(teamId: string): Promise<void> {
      await running.db.write({ kind: 'roster' }, (tx) => disband(tx, teamId, now()))
    },
    moveStaff: (staff: StaffName, booth: BoothName | null) => moveStaff(running.db, staff, booth),
    async closeResults(): Promise<void> {
      await closeResults({}, { game: running.game, by: ORGANISER })
      await ledger.read(teamIds)
    },
    async reopenResults(): Promise<void> {
      await reopenResults({}, { game: running.game, by: ORGANISER })
    },
    isClosed: async () => (await readSettings(running.db.read)).closedAt !== null,
    /** Accepts the late entries that the rules allow. Returns the ids of the accepted awards. */
    async acceptLate(): Promise<string[]> {
      const late = (await readLateEntries(running.db.read))
        .filter(({ team_id }) => teamIds.includes(team_id))
        .reverse()
      const accepted: string[] = []
      for (const { late_id } of late) {
        await acceptLate(
          { late_id, reason: ORGANISER.reason },
          { game: running.game, by: ORGANISER },
        ).then(
          ({ award }) => accepted.push(award.award_id),
          (reason: unknown) => {
            if (!(reason instanceof Refusal)) throw reason
          },
        )
      }
      await ledger.read(teamIds)
      return accepted
    },
    closeEvent: () => setEvent(running.db, { ends_at: now() }),
    /**
     * Resets the event: all staff at their booth with a key, nobody signed in, the event open, all
     * teams disbanded.
     */
    async reset(teams: readonly string[]): Promise<void> {
      if (files !== null) rmSync(files.backup, { force: true })
      await running.db.write({ kind: 'event' }, async (tx) => {
        await tx.deleteFrom('sessions').execute()
        await startSignerSessions(tx, now())
        await writeSetting(tx, 'ends_at', null)
        await writeSetting(tx, 'closed_at', null)
        await tx.updateTable('signing_devices').set({ revoked_at: null }).execute()
        for (const teamId of teams) await disband(tx, teamId, now())
        for (const [name, { vendor_id }] of Object.entries(STAFF)) {
          await tx
            .updateTable('users')
            .set({ vendor_id })
            .where('user_id', '=', name)
            .where('vendor_id', 'is distinct from', vendor_id)
            .execute()
        }
      })
    },
    game: () => running.game,
    rowsOfTeam: (teamId: string) => ledger.rowsOfTeam(teamId),
    rowOf: (awardId: string) => ledger.rowOf(awardId),
    async close(): Promise<void> {
      await close()
      await drop()
    },
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>
