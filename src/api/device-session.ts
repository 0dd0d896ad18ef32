import { createStore, del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { localStorageOrNull } from './local-storage'

/** Whose the device's session is, as far as the device was told. */
const sessionSchema = v.variant('is', [
  v.object({ is: v.literal('nobody') }),
  v.object({ is: v.literal('signed-in'), userId: v.string() }),
  /** Signed out here while the server could not be told: its session ends before anything else is asked of it. */
  v.object({ is: v.literal('signing-out'), userId: v.string() }),
])
export type DeviceSession = v.InferOutput<typeof sessionSchema>

/** `unreadable`: storage failed or did not answer in time. That is neither "nobody" nor "still signed in" (fault 49). */
export type StoredSession = DeviceSession | { readonly is: 'unreadable' }

const KEY = 'session'
const LOCAL_KEY = 'geek-session'
/** A storage that does not answer (an old iPhone's, say) must not hold up the app for ever (ms). */
const DEADLINE_MS = 3_000

const store = 'indexedDB' in globalThis ? createStore('geek-session', 'session') : null
const channel = new BroadcastChannel('geek-session')
const listeners = new Set<() => void>()
let known: Promise<StoredSession> | null = null

channel.onmessage = () => {
  known = null
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function parse(stored: unknown): DeviceSession {
  const parsed = v.safeParse(sessionSchema, stored)
  return parsed.success ? parsed.output : { is: 'nobody' }
}

/** The session in local storage, which answers at once; null where there is none, as in a worker. */
function readLocal(): DeviceSession | null {
  try {
    const text = localStorageOrNull()?.getItem(LOCAL_KEY) ?? null
    return text === null ? null : parse(JSON.parse(text))
  } catch {
    return null
  }
}

function writeLocal(session: DeviceSession): boolean {
  try {
    const local = localStorageOrNull()
    local?.setItem(LOCAL_KEY, JSON.stringify(session))
    return local !== null
  } catch {
    return false
  }
}

/** Async, because browsers that refuse IndexedDB throw while it is opened. */
async function readStore(shared: NonNullable<typeof store>): Promise<DeviceSession> {
  return parse(await get<unknown>(KEY, shared))
}

/** Reads IndexedDB, which workers share. An answer after the deadline still counts once it comes. */
async function readShared(): Promise<StoredSession> {
  if (store === null) return { is: 'nobody' }
  let late = false
  const reading = readStore(store)
  void reading.then(
    (session) => {
      if (!late) return
      known = Promise.resolve(session)
      notify()
    },
    () => undefined,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<StoredSession>((resolve) => {
    timer = setTimeout(() => {
      late = true
      // Asked again, storage may answer.
      known = null
      resolve({ is: 'unreadable' })
    }, DEADLINE_MS)
  })
  try {
    return await Promise.race([reading, deadline])
  } catch {
    return { is: 'unreadable' }
  } finally {
    clearTimeout(timer)
  }
}

/** What the device remembers. A page reads local storage, so that a sign-out made offline holds however late IndexedDB is. */
export function readDeviceSession(): Promise<StoredSession> {
  const local = readLocal()
  if (local !== null) return Promise.resolve(local)
  known ??= readShared()
  return known
}

/** Remembers whose the session is, for all tabs and the worker. Rejects where the device refuses all storage. */
export async function writeDeviceSession(session: DeviceSession): Promise<void> {
  const keptLocally = writeLocal(session)
  known = Promise.resolve(session)
  const sharing = writeShared(session)
  // The worker's copy: a page does not wait for it where it has its own.
  if (keptLocally) sharing.catch(() => undefined)
  else await sharing
  channel.postMessage(null)
}

async function writeShared(session: DeviceSession): Promise<void> {
  if (store === null) throw new Error('this device has no IndexedDB')
  await (session.is === 'nobody' ? del(KEY, store) : set(KEY, session, store))
  channel.postMessage(null)
}

/** Whether an unreadable session may hide a sign-out that the server has not heard of: nothing may be sent then. */
export function mayHideSignOut(session: StoredSession): boolean {
  return session.is === 'unreadable' && localStorageOrNull() === null
}

/** Notifies `listener` when another tab signed in or out, or when the session was read late. Returns an unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
