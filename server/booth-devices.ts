import type { Database } from './db/database'
import { type DeviceStatus, saveDeviceStatus } from './db/queries/booths'
import type { LiveSession } from './db/queries/sessions'

/** A device that calls all the time is written this often (ms), and at once when its outbox changes. */
const WRITE_AGAIN_MS = 60_000
/** Notes of this time (ms) are written together. */
const GATHER_MS = 2_000
/** Bounds the memory: far more than the devices of all booths. */
const CAPACITY = 5_000

type Device = Pick<LiveSession, 'tokenHash' | 'userId' | 'vendorId' | 'organiser'>

function readWaiting(said: string | string[] | undefined): number | null {
  return typeof said === 'string' && /^\d{1,5}$/.test(said) ? Number(said) : null
}

export type BoothDevices = ReturnType<typeof createBoothDevices>

/** Remembers when booths' devices were last heard of, and how many awards wait on each. */
export function createBoothDevices(db: Database, now: () => number) {
  const written = new Map<string, DeviceStatus>()
  const pending = new Map<string, DeviceStatus>()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const notes = [...pending.values()]
    pending.clear()
    if (notes.length === 0) return
    await db.write({ on: 'records' }, async (writer) => {
      for (const note of notes) await saveDeviceStatus(writer, note)
    })
    if (written.size > CAPACITY) written.clear()
    for (const note of notes) written.set(note.token_hash, note)
  }

  function note({ tokenHash, userId }: Device, waiting: number | null): void {
    const note = { token_hash: tokenHash, user_id: userId, seen_at: now(), waiting }
    const before = written.get(tokenHash)
    const isKnown = !pending.has(tokenHash) && before !== undefined && (waiting === null || waiting === before.waiting)
    if (isKnown && note.seen_at - before.seen_at < WRITE_AGAIN_MS) return
    pending.set(tokenHash, note)
    // Only a note of when it was seen: the next one makes up for one that is lost.
    timer ??= setTimeout(() => void write().catch(() => undefined), GATHER_MS).unref()
  }

  return {
    /**
     * Notes that a booth's device has called, or that its stream stands. `said` is a call's header; anything but a small whole
     * number is ignored.
     */
    heard(session: Device | null, said?: string | string[]): void {
      if (session === null || session.vendorId === null || session.organiser) return
      note(session, readWaiting(said) ?? pending.get(session.tokenHash)?.waiting ?? null)
    },
    /**
     * Notes that this many of the awards that waited have left the device's outbox, because a call decided them: its page may be
     * closed before another call can say so.
     */
    decided(session: Device | null, count: number): void {
      if (session === null || count === 0) return
      const waiting = (pending.get(session.tokenHash) ?? written.get(session.tokenHash))?.waiting ?? null
      if (waiting !== null) note(session, Math.max(0, waiting - count))
    },
    /** Writes what is not written yet. */
    flush: write,
  }
}
