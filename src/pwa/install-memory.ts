import * as v from 'valibot'

const KEY = 'geek-install'
const schema = v.object({
  /** The person wants no offer, or has taken it. */
  answered: v.fallback(v.boolean(), false),
  /** An award that was made on this device was recorded. */
  awarded: v.fallback(v.boolean(), false),
})
/** What this device remembers of the offer to install the app. */
type InstallMemory = v.InferOutput<typeof schema>

function read(stored: string | null): InstallMemory {
  let parsed: unknown = null
  try {
    parsed = JSON.parse(stored ?? 'null')
  } catch {
    // As if nothing had been stored.
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

let memory = readStored()
const listeners = new Set<() => void>()

function show(next: InstallMemory): void {
  memory = next
  for (const listener of listeners) listener()
}

// What is answered in one tab is answered in all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) show(readStored())
})
window.addEventListener('appinstalled', () => remember({ answered: true }))

export function installMemory(): InstallMemory {
  return memory
}

/** Remembers it on this device; where storage is refused, for as long as the page lives. */
export function remember(change: Partial<InstallMemory>): void {
  show({ ...readStored(), ...memory, ...change })
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // Asked again next time.
  }
}

export function onInstallMemory(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
