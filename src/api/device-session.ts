import { del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import {
  isStorageRefused,
  localStorageOrNull,
  openChannel,
  readStored,
  removeStored,
  writeStored,
} from '#lib/local-storage'
import { createEmitter } from '#lib/observable'
import { withDeadline } from '#lib/timers'
import { createDatabase, STORAGE_DEADLINE_MS } from './indexed-db'

/**
 * The account of the device's session, as last known to the device. Never rename `is`: every
 * version of the app, and index.html, read it.
 */
const sessionSchema = v.variant('is', [
  v.object({ is: v.literal('nobody') }),
  v.object({ is: v.literal('signed-in'), userId: v.string() }),
  /**
   * Signed out on this device, but not yet on the server: `signOut` must succeed before any other
   * call.
   */
  v.object({ is: v.literal('signing-out'), userId: v.string() }),
])
type DeviceSession = v.InferOutput<typeof sessionSchema>

/**
 * `unreadable`: storage failed or timed out. That means neither "nobody" nor "still signed in"
 * (fault 49). `refused`: the browser stores nothing for this site. Nobody can sign in, but screens
 * without a session work.
 */
type StoredSession = DeviceSession | { readonly is: 'unreadable' } | { readonly is: 'refused' }

/** The name of the database, the local storage key and the channel. */
const NAME = 'geek-session'
const KEY = 'session'
const database = { name: NAME, stores: [KEY], version: 1, durability: 'relaxed' } as const
const store = 'indexedDB' in globalThis ? createDatabase(database).store(KEY) : null
// The command line, which simulates phones, has no session, and an open channel would keep it
// running.
const channel = store === null ? null : openChannel(NAME, v.null(), rereadSession)
const changed = createEmitter()
let known: Promise<StoredSession> | null = null

function rereadSession(): void {
  known = null
  changed.emit()
}

function parse(stored: unknown): DeviceSession {
  const parsed = v.safeParse(sessionSchema, stored)
  return parsed.success ? parsed.output : { is: 'nobody' }
}

/** Async, so that an error becomes a rejection: browsers that refuse IndexedDB throw on opening. */
async function readStore(shared: NonNullable<typeof store>): Promise<DeviceSession> {
  return parse(await get<unknown>(KEY, shared))
}

/**
 * Reads IndexedDB, which the worker shares. A result after the deadline is still used, and
 * listeners are notified.
 */
async function readShared(): Promise<StoredSession> {
  if (store === null) return { is: 'nobody' }
  const reading = readStore(store)
  function useLate(session: DeviceSession): void {
    known = Promise.resolve(session)
    changed.emit()
  }
  try {
    return await withDeadline(reading, STORAGE_DEADLINE_MS, (): StoredSession => {
      reading.then(useLate, () => undefined)
      // The next read tries again.
      known = null
      return { is: 'unreadable' }
    })
  } catch {
    known = null
    return { is: isStorageRefused() ? 'refused' : 'unreadable' }
  }
}

/** False if the browser of this page blocks cookies. A worker's navigator lacks the flag. */
const cookiesWork = () =>
  (navigator as { readonly cookieEnabled?: boolean }).cookieEnabled !== false

/** False if the browser blocks cookies, and storage with them: then nobody can sign in. */
export async function canStoreSession(): Promise<boolean> {
  return cookiesWork() && (await readDeviceSession()).is !== 'refused'
}

/**
 * Reads the stored session. Pages prefer local storage, so that an offline sign-out holds even if
 * IndexedDB is slow.
 */
export function readDeviceSession(): Promise<StoredSession> {
  const local = readStored(NAME, sessionSchema)
  if (local !== null) return Promise.resolve(local)
  known ??= readShared()
  return known
}

/** The number of this page's writes. */
let writes = 0

/**
 * Stores the session that `next` returns for the stored one; nothing if it returns null. Reads
 * again if the session was written while it was read, so that `next` never undoes a newer sign-in
 * or sign-out.
 */
export async function changeDeviceSession(
  next: (stored: StoredSession) => DeviceSession | null,
): Promise<void> {
  let stored: StoredSession
  let writesBefore: number
  do {
    writesBefore = writes
    stored = await readDeviceSession()
  } while (writesBefore !== writes)
  const session = next(stored)
  if (session !== null) await writeDeviceSession(session)
}

/**
 * Stores the session for all tabs and the worker. Rejects if the device refuses all storage, or
 * does not respond.
 */
export async function writeDeviceSession(session: DeviceSession): Promise<void> {
  writes++
  const storedLocally = writeStored(NAME, session)
  // An older session that stayed in local storage would be read instead of this one.
  if (!storedLocally) removeStored(NAME)
  known = Promise.resolve(session)
  const sharing = writeShared(session)
  // IndexedDB has the worker's copy: do not wait for it if the page's copy is written.
  if (storedLocally) sharing.catch(() => undefined)
  else await sharing
  channel?.broadcast(null)
}

/** Writes to IndexedDB. A write that ends after the deadline still counts. */
async function writeShared(session: DeviceSession): Promise<void> {
  if (store === null) throw new Error('this device has no IndexedDB')
  const writing = session.is === 'nobody' ? del(KEY, store) : set(KEY, session, store)
  const written = writing.then(() => channel?.broadcast(null))
  await withDeadline(written, STORAGE_DEADLINE_MS, () => {
    throw new Error('the session was not stored in time')
  })
}

/** True if an unreadable session may hide a sign-out unknown to the server. Then send no call. */
export function mayHideSignOut(session: StoredSession): boolean {
  return session.is === 'unreadable' && localStorageOrNull() === null
}

/**
 * Notifies `listener` when another tab signs in or out, or when a delayed read finishes. Returns an
 * unsubscribe function.
 */
export const onSessionChange = changed.subscribe
