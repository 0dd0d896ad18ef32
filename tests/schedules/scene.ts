import { createChance } from './chance'
import { createDevice, type Device, newTap, type Page } from './device'
import type { PageCode, PageGlobals } from './page-code'
import type { Fate, Plan, Staff, Tap } from './plan'
import { checkOrder, checkStandings, checkView, type Tapped } from './promises'
import type { Server, WireAnswer, WireRequest } from './server'
import type { VirtualTime } from './virtual-time'

const ARRIVES: Fate = { up: 1, answer: 'its own', down: 1, again: null }
/** How long somebody looks at a page that opens before they tap (ms). */
const OPENING_MS = 300

/** What many schedules share. */
export interface Stage {
  readonly server: Server
  readonly time: VirtualTime
  readonly startPage: (globals: PageGlobals) => PageCode
}

export type Scene = ReturnType<typeof createScene>

/** How a server of the first release answers a call that it does not know. */
function unknownAction(now: number): WireAnswer {
  const body = { status: 'KO', code: 'UNKNOWN_ACTION', message: 'Nepoznat poziv.', server_time: new Date(now).toISOString() }
  return { status: 200, headers: {}, body: JSON.stringify(body) }
}

/** The awards that a call is about: one of its own, or several in a batch. */
function awardIdsIn(body: string): readonly string[] {
  const fields = new URLSearchParams(body)
  const single = fields.get('award_id')
  if (single !== null) return [single]
  const batch = JSON.parse(fields.get('awards') ?? '[]') as readonly { readonly award_id: string }[]
  return batch.map(({ award_id }) => award_id)
}

/** One schedule's devices, teams and taps, and a watch over all that its screens claim. */
export function createScene({ server, time, startPage }: Stage, plan: Plan) {
  const chance = createChance(plan.seed)
  const taps: Tapped[] = []
  const tapOf = new Map<string, Tapped>()
  let shown = 0
  /** The first broken promise: seen inside a callback of the page, thrown after the step. */
  let broken: unknown = null

  function watch(check: () => void): void {
    try {
      check()
    } catch (reason) {
      broken ??= reason
    }
  }

  const scene = {
    server,
    time,
    taps,
    teams: Array.from({ length: plan.teams }, () => chance.uuid()),
    devices: [] as Device[],
    /** What awaits the next requests; those after them arrive. */
    fates: [] as Fate[],
    serverIsUp: true,
    disbanded: new Set<string>(),
    moved: new Set<string>(),
    eventClosedAt: null as number | null,

    teamAt: (index: number): string => scene.teams[index % scene.teams.length] ?? '',

    /** Lets what is due now happen, and looks at every award. Throws where a promise was broken. */
    async look(): Promise<void> {
      await time.pass(0)
      watch(() => checkStandings(server, taps))
      if (broken !== null) throw broken
    },

    /** Somebody gives points, on a page that runs or on a new one. */
    async tap(device: Device, { tab, team, type }: Tap): Promise<void> {
      const page = await pageInHand(device, tab)
      const entry = newTap(page, chance.uuid(), scene.teamAt(team), type)
      if (entry === null) return
      const { awardId, userId, vendorId, teamId, pointType, made } = entry
      const { pageLife, serverTime, lastContact } = made
      const tapped: Tapped = {
        ...{ awardId, device, userId, vendorId, teamId, pointType, at: time.now(), pageLife, lastContact },
        ...{
          knewServerTime: serverTime !== null,
          shownBefore: shown,
          shown: null,
          attempts: [],
          seenRefusal: null,
          unkept: false,
          takenBack: 'no',
        },
      }
      taps.push(tapped)
      tapOf.set(awardId, tapped)
      const onShown = () => {
        tapped.shown = shown++
        watch(() => checkStandings(server, [tapped]))
      }
      page.outbox.add(entry).then(onShown, () => {
        tapped.unkept = true
        return page.outbox.sendUnstored(entry).catch(() => undefined)
      })
    },

    /** An account signs in on a device with a session of its own, or everybody is signed out there. */
    async signIn(device: Device, staff: Staff | null): Promise<void> {
      const page = device.pages[0] ?? device.open()
      if (page.tab.state !== 'running') return
      const cookie = staff === null ? null : chance.uuid()
      if (staff !== null && cookie !== null) await server.signIn(staff, cookie)
      void device.changeAccount(page, cookie)
    },

    /** Somebody reads what was refused, and puts it away. */
    seeRefusals(device: Device): void {
      const page = device.pages.find((one) => one.tab.state === 'running')
      for (const { awardId, refusal } of page?.outbox.view().entries ?? []) {
        const tapped = tapOf.get(awardId)
        if (page === undefined || refusal === null || tapped === undefined) continue
        tapped.seenRefusal = refusal.code
        page.outbox.dismiss(awardId).catch(() => undefined)
      }
    },

    /** Somebody takes the last award back that still waits. */
    takeBack(device: Device): void {
      const page = device.pages.find((one) => one.tab.state === 'running')
      const own = page?.outbox.view().entries.filter((entry) => entry.userId === page.account?.userId)
      const last = own?.findLast((entry) => entry.refusal === null && !entry.cancelled)
      const tapped = last && tapOf.get(last.awardId)
      if (page === undefined || tapped === undefined) return
      tapped.takenBack = 'asked'
      page.outbox.cancel(tapped.awardId).then(
        (unsent) => {
          const marked = device.entries().some(({ awardId, cancelled }) => awardId === tapped.awardId && cancelled)
          tapped.takenBack = unsent ? 'before it was sent' : marked ? 'after it was sent' : 'asked'
        },
        () => undefined,
      )
    },

    /** Somebody brings back what they cancelled before it was sent. */
    bringBack(device: Device): void {
      const page = device.pages.find((one) => one.tab.state === 'running')
      const [awardId] = page?.outbox.view().restorable ?? []
      const tapped = awardId === undefined ? undefined : tapOf.get(awardId)
      if (page === undefined || awardId === undefined || tapped === undefined) return
      // Until it is stored again nothing is said of it, and it goes behind all others.
      tapped.takenBack = 'asked'
      tapped.shown = null
      page.outbox.restore(awardId).then(
        () => {
          tapped.takenBack = 'no'
          tapped.shown = shown++
        },
        () => undefined,
      )
    },

    /** Devices with their first page each, and somebody signed in. */
    async open(): Promise<void> {
      await server.foundTeams(scene.teams)
      for (const device of plan.devices.map((one) => createDevice(deviceWorld, one))) {
        scene.devices.push(device)
        await scene.signIn(device, device.plan.staff)
      }
      await time.pass(OPENING_MS)
      scene.fates.push(...plan.fates)
    },

    async close(): Promise<void> {
      for (const device of scene.devices) device.killAll()
      await server.reset(scene.teams)
    },
  }

  async function pageInHand(device: Device, tab: number): Promise<Page> {
    const running = device.pages.filter((page) => page.tab.state === 'running')
    const page = running[tab % Math.max(1, running.length)]
    if (page !== undefined) return page
    const opened = device.open()
    await time.pass(OPENING_MS)
    return opened
  }

  const deviceWorld = {
    time,
    chance,
    startPage,
    serverIsUp: () => scene.serverIsUp,
    nextFate: () => scene.fates.shift() ?? ARRIVES,
    receive: async (request: WireRequest) =>
      plan.batches || !request.url.includes('option=award_many')
        ? await server.receive(request, plan.http)
        : unknownAction(time.now()),
    onView: (page: Page) => watch(() => checkView(server, page)),
    onSend(page: Page, body: string) {
      const { pageLife, serverTime } = page.code.readClocks()
      const sent = awardIdsIn(body)
      for (const [index, awardId] of sent.entries()) {
        const tap = tapOf.get(awardId)
        if (tap === undefined) continue
        tap.attempts.push({ pageLife, knewServerTime: serverTime !== null })
        watch(() => checkOrder(tap, taps, sent.slice(0, index)))
      }
    },
  }
  return scene
}
