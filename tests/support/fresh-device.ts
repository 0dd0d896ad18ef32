import { vi } from 'vitest'

/** A file of tests begins as on a device of its own, in a process that others have used: device modules have a state. */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
for (const name of Object.getOwnPropertyNames(globalThis).filter((one) =>
  /^(IDB|indexedDB)/.test(one),
))
  Reflect.deleteProperty(globalThis, name)
