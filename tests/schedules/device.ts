import { currentUser } from '#contract/calls/sign-in'
import type { AwardEntry } from '../../src/offline/entry'
import { createFakeLocks } from '../offline/fake-locks'
import { createFakeStorage } from '../offline/fake-storage'
import type { Memory } from '../offline/memory-store'
import { POINT_TYPES } from '../support/event'
import type { Chance } from './chance'
import { createFetch, type NetworkWorld, type Reach } from './network'
import type { PageCode, PageGlobals } from './page-code'
import type { DevicePlan, PointTypeName, StorageMood } from './plan'
import { createMedium, createTab, storeOfTab, type Tab } from './tab'
import type { VirtualTime } from './virtual-time'

const NO_BOOTH = 'none'
/** How often a page saves the device's timeline (ms). */
const SAVE_TIMELINE_MS = 10_000
/** How long a page waits before it reconciles its awards again, if storage failed (ms). */
const RECONCILE_RETRY_MS = 10_000

type Outbox = ReturnType<PageCode['createOutbox']>
export type NewEntry = Parameters<Outbox['add']>[0] & { readonly pointType: PointTypeName }

/** One page: its code, its outbox, and the user that it considers signed in. */
export interface Page {
  readonly tab: Tab
  readonly code: PageCode
  readonly outbox: Outbox
  account: { readonly userId: string; readonly vendorId: string } | null
  /** The number of `currentUser` calls so far; only the response to the last one counts. */
  questions: number
}

export interface DeviceWorld extends Omit<NetworkWorld, 'reach' | 'cookie' | 'onSend'> {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly startPage: (globals: PageGlobals) => PageCode
  readonly onSend: (page: Page, body: string) => void
  /** Called when the view of a page changes. */
  readonly onView: (page: Page) => void
}

export type Device = ReturnType<typeof createDevice>

/** One phone with storage, cookie, lock manager, clock, network and open pages. */
export function createDevice(world: DeviceWorld, plan: DevicePlan) {
  const { time, chance } = world
  const memory: Memory = { stored: new Map(), generation: null }
  const local = new Map<string, string>()
  /** When the device's timeline was last saved. */
  let timelineSavedAt = time.now()
  const localStorage = createFakeStorage(local)
  localStorage.setItem = (key, value) => {
    if (key === 'geek-device-clock') timelineSavedAt = time.now()
    local.set(key, value)
  }
  const locks = createFakeLocks()
  const medium = createMedium(time, plan.slowStorage ? () => chance.upTo(2) : null)
  /** The last known signed-in user, which an app that starts offline relies on. */
  let remembered: Page['account'] = null

  const device = {
    storage: 'well' as StorageMood,
    pages: [] as Page[],
    /** Offset of its clock (ms); positive if it is ahead. */
    clock: plan.clock,
    /** When its clock was set, and by how much (ms). */
    clockSets: [] as { readonly at: number; readonly by: number }[],
    /**
     * How wrong its timeline may be, and with it the time of a copy (ms): a clock that is set
     * between the last save and the next page goes unnoticed, and one that is set forward while a
     * page lives looks like sleep.
     */
    timelineLost: 0,
    /** True once a page on it has shown copies. */
    hasShown: false,
    /** The total time for which pages on it were frozen (ms). */
    frozenFor: 0,
    /** The number of times that its database was lost with its content. */
    losses: 0,
    reach: 'on' as Reach,
    cookie: null as string | null,
    plan,

    running: (): Page | undefined => device.pages.find(({ tab }) => tab.state === 'running'),

    /** Opens a page, which first requests the current user, as the app does. */
    open(): Page {
      noteTimelineLost()
      const tab = createTab(time)
      const { losses } = device
      const code = world.startPage(globalsOf(tab))
      saveTimelineOften(tab, code)
      const database = storeOfTab(code.createMemoryOutboxStore(memory), tab, {
        medium,
        time,
        mood: () => device.storage,
        // A write to a database that is lost meanwhile is lost too.
        writeOfDeadPageIsKept: () => chance.next() < 0.5 && losses === device.losses,
        isDoneAllTheSame: () => chance.next() < 0.25 && losses === device.losses,
      })
      const store = code.withMirror(database, code.createMirror(localStorage), chance.uuid)
      const calls = code.createOutboxCalls(code.call)
      const outbox = code.createOutbox({
        store,
        locks: plan.locks ? locks.of(tab) : null,
        reserve: {
          hold: async () => true,
          regain: async () => true,
          release: async () => undefined,
        },
        settleTimes: (waiting, stored) =>
          code.settleTimes(store, code.readClocks, { waiting, stored }, calls.call),
        learnServerTime: (waiting) => code.learnServerTime(waiting, code.readClocks, calls.call),
        settleAlone: (waiting) => code.settleAlone(store, waiting),
        ...code.createTransport(code.readClocks, calls.call),
        shortenCalls: calls.onReturn,
        afterPaint: (work) => time.schedule(() => tab.run(work), 0),
        // No worker is played here: it would use the same lock and drain as the pages.
        isVisible: () => true,
        requestSync: () => {},
        broadcast: (message) => {
          for (const other of device.pages) {
            if (other.tab !== tab)
              time.schedule(() => other.tab.run(() => other.outbox.receive(message)), 0)
          }
        },
        now: () => monotonicNow(tab),
        random: chance.next,
        schedule: (work, afterMs) => time.schedule(() => tab.run(work), afterMs),
      })
      const page: Page = { tab, code, outbox, account: null, questions: 0 }
      device.pages.push(page)
      outbox.subscribe(() => world.onView(page))
      code.onServerTime(code.recordContact)
      code.serverLedger.subscribe(() => reconcileLedger(page))
      void device.askWhoIsHere(page)
      return page
    },

    async askWhoIsHere(page: Page): Promise<void> {
      const question = ++page.questions
      let account: Page['account']
      try {
        const { user, ...told } = await page.code.call(currentUser, {})
        page.code.recordLedger(told)
        // Includes staff who lost their booth: their awards must be visibly refused (fault 18).
        account = { userId: user.id, vendorId: user.vendor_id ?? NO_BOOTH }
      } catch (error) {
        const signedOut =
          error instanceof Error && 'code' in error && error.code === 'NOT_AUTHENTICATED'
        account = signedOut ? null : remembered
      }
      if (question !== page.questions) return
      remembered = account
      page.account = account
      await page.outbox.signIn(account?.userId ?? null)
    },

    /** Another account signs in, or everybody is signed out; the other pages are not notified. */
    async changeAccount(page: Page, cookie: string | null): Promise<void> {
      device.cookie = cookie
      remembered = null
      page.account = null
      await Promise.all([page.outbox.signIn(null), device.askWhoIsHere(page)])
    },

    /** Closes the pages, which save the timeline (killed pages cannot), and opens one. */
    reload(): void {
      const page = device.running()
      if (page === undefined) return
      page.tab.run(() => page.code.deviceClock.save())
      device.kill(page)
      device.open()
    },

    freeze({ tab }: Page): void {
      if (tab.state !== 'running') return
      tab.state = 'frozen'
      tab.frozenAt = time.now()
    },

    thaw({ tab }: Page): void {
      if (tab.state !== 'frozen') return
      device.frozenFor += time.now() - tab.frozenAt
      tab.thaw()
    },

    /** Sleeps this long (ms): its pages stop, and so do their monotonic clocks. */
    async sleep(ms: number): Promise<void> {
      const awake = device.pages.filter(({ tab }) => tab.state === 'running')
      for (const { tab, code } of awake) {
        // As a page does when it is hidden.
        code.deviceClock.save()
        tab.state = 'frozen'
      }
      await time.pass(ms)
      for (const { tab } of device.pages) tab.asleepFor += ms
      for (const { tab } of awake) tab.thaw()
    },

    kill(page: Page): void {
      page.tab.kill()
      locks.releaseOf(page.tab)
      device.pages = device.pages.filter((one) => one !== page)
    },

    killAll(): void {
      for (const page of [...device.pages]) device.kill(page)
    },

    setClock(ms: number): void {
      device.clock += ms
      device.clockSets.push({ at: time.now(), by: ms })
      if (device.hasShown) noteSetForward([ms])
    },

    /** A page shows copies to the team. */
    noteShown(): void {
      if (!device.hasShown) noteSetForward(device.clockSets.map(({ by }) => by))
      device.hasShown = true
    },

    /** True if awards of this account wait on the device. */
    holdsFor: (userId: string): boolean =>
      device.entries().some((entry) => entry.userId === userId && entry.refusal === null),

    /**
     * The stored entries, read without a page. If the database was lost, they include the copies in
     * local storage.
     */
    entries(): AwardEntry[] {
      const entries = [...memory.stored.values()] as AwardEntry[]
      const { generation } = memory
      if (generation !== null && generation === local.get('geek-outbox-generation')) return entries
      const copies = [...local].filter(([key]) => key.startsWith('geek-outbox-copy:'))
      const lost = copies.map(([, copy]) => JSON.parse(copy) as AwardEntry)
      return [...entries, ...lost.filter(({ awardId }) => !memory.stored.has(awardId))]
    },

    /** True if the device keeps an award that a ledger confirmed, in case a backup is restored. */
    keeps: (awardId: string): boolean => memory.confirmed?.has(awardId) === true,

    /** Destroys the device: everything on it is lost, and a new one takes its place. */
    destroy(): void {
      device.loseDatabase()
      local.clear()
      remembered = null
      device.cookie = null
    },

    /** The browser evicts the site's databases on a full disk, while none of its pages is open. */
    loseDatabase(): void {
      device.killAll()
      memory.stored.clear()
      memory.generation = null
      memory.confirmed?.clear()
      memory.ledgers = []
      device.losses++
    },
  }

  /** Reconciles the page's awards as the app does once the server has named its ledger (fault 58). */
  function reconcileLedger(page: Page): void {
    const told = page.code.serverLedger.get()
    if (told === null) return
    const again = () =>
      void time.schedule(() => page.tab.run(() => reconcileLedger(page)), RECONCILE_RETRY_MS)
    page.outbox.reconcileLedger(told).catch(again)
  }

  /** An opening page counts a clock change forward since the last save as elapsed time. */
  function noteTimelineLost(): void {
    const unnoticed = device.clockSets.filter(({ at }) => at >= timelineSavedAt)
    if (unnoticed.length === 0) return
    const forward = unnoticed.reduce((sum, { by }) => sum + Math.max(0, by), 0)
    device.timelineLost += time.now() - timelineSavedAt + forward
  }

  /** A clock set forward while a page lives looks like sleep, which the timeline counts. */
  function noteSetForward(sets: readonly number[]): void {
    for (const ms of sets) device.timelineLost += Math.max(0, ms)
  }

  const monotonicNow = ({ openedAt, asleepFor }: Tab) => time.now() - openedAt - asleepFor

  /** Saves the timeline regularly, like the page's timer. */
  function saveTimelineOften(tab: Tab, code: PageCode): void {
    const save = () => {
      if (tab.state === 'dead') return
      tab.run(() => code.deviceClock.save())
      time.schedule(save, SAVE_TIMELINE_MS)
    }
    time.schedule(save, SAVE_TIMELINE_MS)
  }

  function globalsOf(tab: Tab): PageGlobals {
    const timers = new Map<number, () => void>()
    let timer = 0
    const network: NetworkWorld = {
      ...world,
      reach: () => device.reach,
      cookie: () => device.cookie,
      onSend: ({ body }) => {
        const page = device.pages.find((one) => one.tab === tab)
        if (page !== undefined) world.onSend(page, body)
      },
    }
    return {
      fetch: createFetch(network, tab),
      setTimeout(work, afterMs) {
        timers.set(
          ++timer,
          time.schedule(() => tab.run(work), afterMs),
        )
        return timer
      },
      clearTimeout: (id) => timers.get(id)?.(),
      performance: { now: () => monotonicNow(tab) },
      Date: { now: () => time.now() + device.clock, parse: Date.parse },
      crypto: { randomUUID: chance.uuid },
      globalThis: { localStorage },
      // No page has to notify another, because nobody signs out offline in these schedules.
      BroadcastChannel: class {},
    }
  }
  return device
}

/** The award that a tap on the screen makes; null if the screen has no button for it. */
export function newTap(
  page: Page,
  awardId: string,
  teamId: string,
  wanted: PointTypeName,
): NewEntry | null {
  // Without a signed-in user or without a booth the screen has no such buttons.
  if (page.account === null || page.account.vendorId === NO_BOOTH) return null
  // The screen has buttons only for the booth's point types.
  const pointType = page.account.vendorId === 'kutak' && wanted === 'dolazak' ? 'kviz' : wanted
  const { label, points } = POINT_TYPES[pointType]
  const { userId, vendorId } = page.account
  const team = { team_id: teamId, team_name: teamId }
  const offer = { point_type: pointType, label, points, cooldown_seconds: 0 }
  return {
    ...page.code.createAwardEntry(
      { userId, vendorId, team, pointType: offer },
      page.code.captureClocks(),
    ),
    awardId,
    pointType,
  }
}
