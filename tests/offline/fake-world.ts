import { type CopiedOutboxStore, withCopies } from '../../src/offline/outbox/copied-outbox-store'
import { createMemoryOutboxStore } from '../../src/offline/outbox/memory-outbox-store'
import { createOutbox, type Outbox, type OutboxWorld } from '../../src/offline/outbox/outbox'
import type { OutboxMessage } from '../../src/offline/outbox/outbox-channel'
import { createOutboxCopies } from '../../src/offline/outbox/outbox-copies'
import { type Answer, recordedAward, sendTo } from './entries'
import { createFakeStorage } from './fake-storage'

type Held = { readonly end: (reason: Error) => void }

/** Web Locks after the specification, limited to `ifAvailable` and `steal` (https://w3c.github.io/web-locks/). */
export function createFakeLocks(): Pick<LockManager, 'request'> {
  let held: Held | null = null
  async function request(_name: string, options: LockOptions, work: (lock: Lock | null) => unknown): Promise<unknown> {
    if (held !== null && options.ifAvailable === true) return await work(null)
    held?.end(new DOMException('stolen', 'AbortError'))
    let mine: Held | null = null
    const stolen = new Promise<never>((_resolve, reject) => {
      mine = { end: reject }
      held = mine
    })
    try {
      return await Promise.race([work({ name: _name, mode: 'exclusive' }), stolen])
    } finally {
      if (held === mine) held = null
    }
  }
  // The fake implements only the overload that the outbox uses.
  return { request: request as LockManager['request'] }
}

export interface Device {
  readonly store: CopiedOutboxStore
  /** True if the disk has space for the reserve. */
  room: boolean
  /** Opens one more tab; `answer` is how the server handles an award, `own` replaces parts of the tab's world. */
  openTab(answer: Answer, own?: Partial<OutboxWorld>): Outbox
  /** Advances the clock (ms) and runs the timers that become due. */
  pass(ms: number): Promise<void>
  /** Hides the pages. */
  putAway(): void
  /** The number of background syncs requested. */
  syncsAsked(): number
  /** Time until the next planned attempt (ms); null if none is planned. */
  nextAttempt(): number | null
}

/** One device, whose tabs share storage, lock manager and clock. */
export function createDevice(): Device {
  const store = withCopies(createMemoryOutboxStore(), createOutboxCopies(createFakeStorage()), () => 'generation')
  const locks = createFakeLocks()
  const tabs: Outbox[] = []
  let now = 0
  let syncs = 0
  let front = true
  let planned: { readonly at: number; readonly work: () => void }[] = []

  const device: Device = {
    store,
    room: true,
    openTab(answer, own = {}) {
      const tab: Outbox = createOutbox({
        store,
        reserve: { keep: async () => device.room, regain: async () => device.room, release: async () => undefined },
        settleTimes: async () => null,
        settleAlone: async () => null,
        locks,
        send: sendTo(answer),
        undo: async (entry) => ({ is: 'recorded', award: { ...recordedAward(entry), voided: true } }),
        inFront: () => front,
        requestSync: () => {
          syncs++
        },
        broadcast: (message: OutboxMessage) => {
          for (const other of tabs) if (other !== tab) other.receive(message)
        },
        now: () => now,
        random: () => 1,
        schedule: (work, afterMs) => {
          const job = { at: now + afterMs, work }
          planned.push(job)
          return () => {
            planned = planned.filter((one) => one !== job)
          }
        },
        ...own,
      })
      tabs.push(tab)
      return tab
    },
    async pass(ms) {
      now += ms
      const due = planned.filter((job) => job.at <= now)
      planned = planned.filter((job) => job.at > now)
      for (const job of due) job.work()
      for (const tab of tabs) await tab.settled()
    },
    putAway() {
      front = false
      for (const tab of tabs) tab.leaveFront()
    },
    syncsAsked: () => syncs,
    nextAttempt: () => (planned.length === 0 ? null : Math.min(...planned.map((job) => job.at)) - now),
  }
  return device
}
