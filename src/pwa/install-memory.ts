import * as v from 'valibot'
import { createObservable, type Observable } from '#lib/observable'
import { readStored, writeStored } from '../api/local-storage'

const KEY = 'geek-install'
const schema = v.object({
  /** The user has accepted or dismissed the offer. */
  answered: v.fallback(v.boolean(), false),
  /** An award given on this device was recorded. */
  awarded: v.fallback(v.boolean(), false),
})
/** The stored state of the install offer on this device. */
type InstallMemory = v.InferOutput<typeof schema>

const recall = (): InstallMemory => readStored(KEY, schema) ?? { answered: false, awarded: false }

const memory = createObservable(recall())
/** What this device remembers of the install offer. */
export const installMemory: Observable<InstallMemory> = memory

// An answer in one tab applies to all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) memory.set(recall())
})
window.addEventListener('appinstalled', () => remember({ answered: true }))

/** Stores a change on this device, or only until the page closes if storage is refused. */
export function remember(change: Partial<InstallMemory>): void {
  memory.set({ ...recall(), ...memory.get(), ...change })
  writeStored(KEY, memory.get())
}
