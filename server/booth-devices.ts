import type { Database } from './db/database'
import { type DeviceStatus, saveDeviceStatus } from './db/queries/booths'
import type { LiveSession } from './db/queries/sessions'

/** Write a busy device's status this often (ms), and at once when its outbox changes. */
const WRITE_AGAIN_MS = 60_000
/** Gather statuses for this long (ms) and write them together. */
const GATHER_MS = 2_000
/** Maximum number of remembered statuses: far more than all booths have devices. */
const CACHED_MAX = 5_000

type BoothSession = Pick<LiveSession, 'tokenHash' | 'userId' | 'vendorId' | 'organiser'>

function readWaiting(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) : null
}

export type BoothDevices = ReturnType<typeof createBoothDevices>

/** Records when booths' devices were last in contact, and how many awards wait on each. */
export function createBoothDevices(db: Database, now: () => number) {
  const written = new Map<string, DeviceStatus>()
  const pending = new Map<string, DeviceStatus>()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const statuses = [...pending.values()]
    pending.clear()
    if (statuses.length === 0) return
    if (written.size > CACHED_MAX) written.clear()
    // Remember the statuses before the write ends: an award decided meanwhile is subtracted from
    // them.
    for (const status of statuses) written.set(status.token_hash, status)
    try {
      await save(statuses)
    } catch (reason) {
      forget(statuses)
      throw reason
    }
  }

  async function save(statuses: readonly DeviceStatus[]): Promise<void> {
    await db.write({ kind: 'records' }, async (writer) => {
      for (const status of statuses) await saveDeviceStatus(writer, status)
    })
  }

  /**
   * Forgets statuses that could not be written, so that the device's next contact is written
   * without waiting for `WRITE_AGAIN_MS`. Keeps a newer status that was written meanwhile.
   */
  function forget(statuses: readonly DeviceStatus[]): void {
    for (const status of statuses)
      if (written.get(status.token_hash) === status) written.delete(status.token_hash)
  }

  function record({ tokenHash, userId }: BoothSession, waiting: number | null): void {
    const status = { token_hash: tokenHash, user_id: userId, seen_at: now(), waiting }
    const before = written.get(tokenHash)
    const isKnown =
      !pending.has(tokenHash) &&
      before !== undefined &&
      (waiting === null || waiting === before.waiting)
    if (isKnown && status.seen_at - before.seen_at < WRITE_AGAIN_MS) return
    pending.set(tokenHash, status)
    // A lost status does not matter: the next one replaces it.
    timer ??= setTimeout(() => void write().catch(() => undefined), GATHER_MS).unref()
  }

  return {
    /**
     * Records that a booth's device has called or has an open stream. Ignores a header that is not
     * a small whole number. Of people without a booth, only those who left one report a number.
     */
    recordContact(session: BoothSession | null, waitingHeader?: string | string[]): void {
      if (session === null) return
      const waiting = readWaiting(waitingHeader)
      if (waiting === null && (session.vendorId === null || session.organiser)) return
      record(session, waiting ?? pending.get(session.tokenHash)?.waiting ?? null)
    },
    /**
     * Records that this many waiting awards have left the device's outbox because a call decided
     * them: the page may close before another call reports it.
     */
    recordDecided(session: BoothSession | null, count: number): void {
      if (session === null || count === 0) return
      const waiting =
        (pending.get(session.tokenHash) ?? written.get(session.tokenHash))?.waiting ?? null
      if (waiting !== null) record(session, Math.max(0, waiting - count))
    },
    /** Writes pending statuses. */
    flush: write,
  }
}
