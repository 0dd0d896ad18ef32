import { createMirror, withMirror } from '../../src/offline/mirror'
import { createFakeStorage } from './fake-storage'
import { createMemoryOutboxStore, type Memory } from './memory-store'

/** A device whose database can be lost; its pages share database and copies. */
export function createTestDevice() {
  const memory: Memory = { stored: new Map(), generation: null }
  const local = new Map<string, string>()
  let generations = 0
  const database = createMemoryOutboxStore(memory)
  return {
    database,
    memory,
    local,
    openPage: () =>
      withMirror(
        database,
        createMirror(createFakeStorage(local)),
        () => `generation ${++generations}`,
      ),
    /** Deletes the databases, as a browser does on a full disk. */
    loseDatabase() {
      memory.stored.clear()
      memory.generation = null
    },
  }
}
