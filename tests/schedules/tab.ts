import { throughEach } from '../support/through-each'
import type { StorageMood } from './plan'
import type { VirtualTime } from './virtual-time'

/** The state of a page; only a running page receives events. */
export interface Tab {
  readonly number: number
  readonly openedAt: number
  state: 'running' | 'frozen' | 'dead'
  frozenAt: number
  /** The time for which its device slept since it was opened (ms): its monotonic clock stood still. */
  asleepFor: number
  /** Runs a callback of the page: now, after the thaw if it is frozen, or never if it is dead. */
  run(work: () => void): void
  thaw(): void
  kill(): void
}

let opened = 0

export function createTab(time: VirtualTime): Tab {
  const held: (() => void)[] = []
  const tab: Tab = {
    number: ++opened,
    openedAt: time.now(),
    state: 'running',
    frozenAt: 0,
    asleepFor: 0,
    run(work) {
      if (tab.state === 'running') work()
      else if (tab.state === 'frozen') held.push(work)
    },
    thaw() {
      tab.state = 'running'
      for (const work of held.splice(0)) work()
    },
    kill() {
      tab.state = 'dead'
      held.length = 0
    },
  }
  return tab
}

type Medium = ReturnType<typeof createMedium>

/** Schedules a device's storage operations: one after another, for all tabs. */
export function createMedium(time: VirtualTime, delay: (() => number) | null) {
  let free = 0
  return {
    /**
     * Calls `work` in its turn. Pass its result on by `later`, so that a page may die in between.
     */
    turn(work: () => void) {
      if (delay === null) return work()
      free = Math.max(free, time.now() + delay())
      time.schedule(work, free - time.now())
    },
    later(work: () => void) {
      if (delay === null) return work()
      time.schedule(work, 1)
    },
  }
}

/** The dependencies of a tab's storage. */
export interface StorageWorld {
  readonly medium: Medium
  readonly time: VirtualTime
  readonly mood: () => StorageMood
  readonly writeOfDeadPageIsKept: () => boolean
  /** True if a hanging operation still succeeds: a committing transaction cannot be aborted. */
  readonly isDoneAllTheSame: () => boolean
}

const LATE_MS = 2_600
const DEADLINE_MS = 3_000

/** The store of one tab: every call waits for its turn on the medium and settles only while the tab runs. */
export function storeOfTab<S extends object>(store: S, tab: Tab, world: StorageWorld): S {
  const { medium, time } = world
  return throughEach(
    store,
    (method) =>
      (...given) =>
        new Promise((resolve, reject) => {
          const run = () =>
            medium.turn(() => {
              if (tab.state === 'dead' && !world.writeOfDeadPageIsKept()) return
              method(...given).then(
                (value) => medium.later(() => tab.run(() => resolve(value))),
                (reason: unknown) => medium.later(() => tab.run(() => reject(reason))),
              )
            })
          switch (world.mood()) {
            case 'well':
              return run()
            // Begin late, and only while the page runs. A write that has begun is never late for
            // other pages, because their reads wait for it
            // (https://w3c.github.io/IndexedDB/#transaction-scheduling).
            case 'late':
              time.schedule(() => tab.run(run), LATE_MS)
              return
            case 'throws':
              reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))
              return
            case 'hangs':
              time.schedule(
                () =>
                  tab.run(() => {
                    if (world.isDoneAllTheSame()) void method(...given)
                    reject(new Error('storage did not answer'))
                  }),
                DEADLINE_MS,
              )
              return
          }
        }),
  )
}
