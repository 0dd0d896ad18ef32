import { REFUSED_FOR_GOOD } from '#contract/codes'
import { createChance } from './chance'
import { createDevice, type Device, newTap, type Page } from './device'
import type { PageCode, PageGlobals } from './page-code'
import type { Fate, Plan, Staff, Tap } from './plan'
import { checkOrder, checkStandings, checkView, STRICT, type Tapped } from './promises'
import type { Server, WireAnswer, WireRequest } from './server'
import type { VirtualTime } from './virtual-time'

const ARRIVES: Fate = { up: 1, answer: 'its own', down: 1, again: null }
const refusal = new RegExp(`"code":"(${REFUSED_FOR_GOOD.join('|')})"`)
/** How long somebody looks at a page that opens before they tap (ms). */
const OPENING_MS = 300

function noteVerdict(tap: Tapped, { body }: WireAnswer): void {
  if (body.startsWith('{"status":"OK"')) tap.verdict = tap.verdict === 'refused' && !STRICT ? 'changed' : 'recorded'
  else if (tap.verdict === 'none' && refusal.test(body)) tap.verdict = 'refused'
}

/** What many schedules share. */
export interface Stage {
  readonly server: Server
  readonly time: VirtualTime
  readonly startPage: (globals: PageGlobals) => PageCode
}

export type Scene = ReturnType<typeof createScene>

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
          verdict: 'none',
        },
      }
      taps.push(tapped)
      tapOf.set(awardId, tapped)
      const onShown = () => {
        tapped.shown = shown++
        watch(() => checkStandings(server, [tapped]))
      }
      page.outbox.add(entry).then(onShown, () => undefined)
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
        void page.outbox.dismiss(awardId)
      }
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
    async receive(request: WireRequest) {
      const answer = await server.receive(request, plan.http)
      const tap = tapOf.get(new URLSearchParams(request.body).get('award_id') ?? '')
      if (tap !== undefined) noteVerdict(tap, answer)
      return answer
    },
    onView: (page: Page) => watch(() => checkView(server, page, tapOf)),
    onSend(page: Page, body: string) {
      const tap = tapOf.get(new URLSearchParams(body).get('award_id') ?? '')
      if (tap === undefined) return
      const { pageLife, serverTime } = page.code.readClocks()
      tap.attempts.push({ pageLife, knewServerTime: serverTime !== null })
      watch(() => checkOrder(tap, taps))
    },
  }
  return scene
}
