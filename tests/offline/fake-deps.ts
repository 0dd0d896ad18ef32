import { createMirror, withMirror } from '../../src/offline/mirror'
import { createOutbox, type Outbox, type OutboxDeps } from '../../src/offline/outbox'
import type { OutboxMessage } from '../../src/offline/outbox-channel'
import type { RecoverableOutboxStore } from '../../src/offline/store'
import { throughEach } from '../support/through-each'
import { type Answer, recordedAward, sendTo } from './entries'
import { createFakeLocks } from './fake-locks'
import { createFakeStorage } from './fake-storage'
import { createMemoryOutboxStore } from './memory-store'

/** How one operation of a store fails. */
interface StoreFailure {
  /** The number of operations that succeed before it. */
  after: number
  /** True if the operation takes effect although it fails. */
  readonly isDone: boolean
}

/** A store whose operations succeed, except those that `failures` make fail. */
function failingStore(
  store: RecoverableOutboxStore,
  failures: StoreFailure[],
): RecoverableOutboxStore {
  return throughEach(store, (method) => async (...given) => {
    const [next] = failures
    if (next === undefined || next.after-- > 0) return await method(...given)
    failures.shift()
    if (next.isDone) await method(...given)
    throw new Error('the store did not answer in time')
  })
}

/** One device, whose tabs share storage, lock manager and clock. */
export function createDevice() {
  const stored = createMemoryOutboxStore()
  const failures: StoreFailure[] = []
  const store = withMirror(
    failingStore(stored, failures),
    createMirror(createFakeStorage()),
    () => 'generation',
  )
  const locks = createFakeLocks().of()
  let tabs: Outbox[] = []
  let now = 0
  let syncs = 0
  let front = true
  let planned: { readonly at: number; readonly work: () => void }[] = []

  const device = {
    store,
    /** The stored entries, whatever the store reports. */
    stored: async () => (await stored.read()).entries,
    /** Makes the next operations of the store fail. */
    failStore: (...how: StoreFailure[]) => void failures.push(...how),
    /** True once all failures set by `failStore` have happened. */
    hasFailed: () => failures.length === 0,
    /** True if the disk has space for the reserve. */
    room: true,
    /** Opens one more tab. `answer` says how the server handles awards; `own` replaces parts. */
    openTab(answer: Answer, own: Partial<OutboxDeps> = {}): Outbox {
      const tab: Outbox = createOutbox({
        store,
        reserve: {
          hold: async () => device.room,
          regain: async () => device.room,
          release: async () => undefined,
        },
        settleTimes: async () => null,
        learnServerTime: async () => null,
        settleAlone: async () => null,
        locks,
        send: sendTo(answer),
        voidAward: async (entry) => ({
          kind: 'recorded',
          award: { ...recordedAward(entry), voided: true },
        }),
        shortenCalls: () => undefined,
        afterPaint: (work) => work(),
        sendLone: async () => ({ kind: 'later', silent: true, retryAfterMs: null }),
        isVisible: () => front,
        requestSync: () => {
          syncs++
        },
        broadcast: (message: OutboxMessage) => {
          for (const other of tabs) if (other !== tab) other.receive(message)
        },
        now: () => now,
        random: () => 1,
        schedule: (work, afterMs) => {
          const job = { at: now + afterMs, work: () => tabs.includes(tab) && work() }
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
    /** Advances the clock (ms) and runs the timers that become due. */
    async pass(ms: number): Promise<void> {
      now += ms
      const due = planned.filter((job) => job.at <= now)
      planned = planned.filter((job) => job.at > now)
      for (const job of due) job.work()
      for (const tab of tabs) await tab.idle()
    },
    /** Freezes a tab: it receives no messages, its timers do not run, and it keeps its lock. */
    stop(tab: Outbox): void {
      tabs = tabs.filter((one) => one !== tab)
    },
    /** Hides the pages. */
    putAway(): void {
      front = false
      for (const tab of tabs) tab.onHidden()
    },
    /** The number of background syncs requested. */
    syncsAsked: () => syncs,
    /** Time until the next planned attempt (ms); null if none is planned. */
    nextAttempt: () =>
      planned.length === 0 ? null : Math.min(...planned.map((job) => job.at)) - now,
  }
  return device
}
