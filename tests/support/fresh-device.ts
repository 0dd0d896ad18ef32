import { vi } from 'vitest'

/** Gives each test file a fresh device: modules keep state, and files share a process. */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
for (const name of Object.getOwnPropertyNames(globalThis).filter((one) =>
  /^(IDB|indexedDB)/.test(one),
))
  Reflect.deleteProperty(globalThis, name)
