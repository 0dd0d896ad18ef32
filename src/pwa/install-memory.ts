import * as v from 'valibot'
import { createObservable, type Observable } from '#lib/observable'

const KEY = 'geek-install'
const schema = v.object({
  /** The user has accepted or dismissed the offer. */
  answered: v.fallback(v.boolean(), false),
  /** An award given on this device was recorded. */
  awarded: v.fallback(v.boolean(), false),
})
/** The stored state of the install offer on this device. */
type InstallMemory = v.InferOutput<typeof schema>

function read(stored: string | null): InstallMemory {
  let parsed: unknown = null
  try {
    parsed = JSON.parse(stored ?? 'null')
  } catch {
    // Unreadable counts as not stored.
  }
  return v.parse(v.fallback(schema, { answered: false, awarded: false }), parsed)
}

function readStored(): InstallMemory {
  try {
    return read(localStorage.getItem(KEY))
  } catch {
    return read(null)
  }
}

const memory = createObservable(readStored())
/** What this device remembers of the install offer. */
export const installMemory: Observable<InstallMemory> = memory

// An answer in one tab applies to all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) memory.set(readStored())
})
window.addEventListener('appinstalled', () => remember({ answered: true }))

/** Stores a change on this device, or only until the page closes if storage is refused. */
export function remember(change: Partial<InstallMemory>): void {
  memory.set({ ...readStored(), ...memory.get(), ...change })
  try {
    localStorage.setItem(KEY, JSON.stringify(memory.get()))
  } catch {
    // The offer appears again next time.
  }
}
