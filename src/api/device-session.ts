import { createStore, del, get, set } from 'idb-keyval'
import * as v from 'valibot'

/** Whose the device's session is, as far as the device was told. */
const sessionSchema = v.variant('is', [
  v.object({ is: v.literal('signed-in'), userId: v.string() }),
  /** Signed out here while the server could not be told: its session ends before anything else is asked of it. */
  v.object({ is: v.literal('signing-out'), userId: v.string() }),
])
export type DeviceSession = v.InferOutput<typeof sessionSchema>

const KEY = 'session'
/** A storage that does not answer (an old iPhone's, say) must not hold up the app for ever. */
const PATIENCE_MS = 2_000

const store = 'indexedDB' in globalThis ? createStore('geek-session', 'session') : null
const channel = new BroadcastChannel('geek-session')
const listeners = new Set<() => void>()
let known: Promise<DeviceSession | null> | null = null

channel.onmessage = () => {
  known = null
  for (const listener of listeners) listener()
}

async function readStored(): Promise<DeviceSession | null> {
  if (store === null) return null
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
  const parsed = v.safeParse(sessionSchema, await Promise.race([get<unknown>(KEY, store), late]))
  return parsed.success ? parsed.output : null
}

/** What the device remembers; null where nobody is signed in, or the device keeps nothing. */
export function readDeviceSession(): Promise<DeviceSession | null> {
  known ??= readStored().catch(() => null)
  return known
}

/** Remembers whose the session is, for all tabs and the worker. Rejects where the device refuses storage. */
export async function writeDeviceSession(session: DeviceSession | null): Promise<void> {
  if (store === null) throw new Error('this device keeps nothing')
  await (session === null ? del(KEY, store) : set(KEY, session, store))
  known = Promise.resolve(session)
  channel.postMessage(null)
}

/** Tells when another tab has signed in or out. */
export function onOtherTabsSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
