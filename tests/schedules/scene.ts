import type { StaffName } from '../support/event'
import { createChance } from './chance'
import { createDevice, type Device, type DeviceWorld, newTap, type Page } from './device'
import type { PageCode, PageGlobals } from './page-code'
import type { Fate, Plan, Tap } from './plan'
import { checkOrder, checkStatuses, checkView } from './promises'
import type { Server, WireRequest } from './server'
import type { Tapped } from './tapped'
import { createTeamCopies } from './team-copies'
import type { VirtualTime } from './virtual-time'

const ARRIVES: Fate = { up: 1, answer: 'its own', down: 1, again: null }
/** Time between opening a page and the tap (ms). */
const OPENING_MS = 300

/** State that schedules share. */
export interface Stage {
  readonly server: Server
  readonly time: VirtualTime
  readonly startPage: (globals: PageGlobals) => PageCode
}

export type Scene = ReturnType<typeof createScene>

/** The awards in a call: one, or several in a batch. */
function awardIdsIn(body: string): readonly string[] {
  const fields = new URLSearchParams(body)
  const single = fields.get('award_id')
  if (single !== null) return [single]
  const batch = JSON.parse(fields.get('awards') ?? '[]') as readonly { readonly award_id: string }[]
  return batch.map(({ award_id }) => award_id)
}

/** One schedule's devices, teams and taps. Checks everything that its screens claim. */
export function createScene({ server, time, startPage }: Stage, plan: Plan) {
  const chance = createChance(plan.seed)
  const taps: Tapped[] = []
  const tapOf = new Map<string, Tapped>()
  let shown = 0
  /** The first broken promise. It is found in a callback of the page, and thrown after the step. */
  let broken: unknown = null

  function watch(check: () => void): void {
    try {
      check()
    } catch (reason) {
      broken ??= reason
    }
  }

  const teams = Array.from({ length: plan.teams }, () => chance.uuid())

  const deviceWorld: DeviceWorld = {
    time,
    chance,
    startPage,
    serverIsUp: () => scene.serverIsUp,
    nextFate: () => scene.fates.shift() ?? ARRIVES,
    receive: async (request: WireRequest) => await server.receive(request),
    onView: (page: Page) => watch(() => checkView(server, page, tapOf, scene)),
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

  const scene = {
    server,
    time,
    chance,
    taps,
    teams,
    devices: [] as Device[],
    copies: createTeamCopies(server, deviceWorld, chance, teams),
    /** The fates of the next requests; all later requests arrive. */
    fates: [] as Fate[],
    serverIsUp: true,
    disbanded: new Set<string>(),
    moved: new Set<string>(),
    revoked: new Set<string>(),
    eventClosedAt: null as number | null,
    /** The awards that were recorded when results were closed; null while they are open. */
    closedWith: null as ReadonlySet<string> | null,
    hasBeenClosed: false,
    /** Late awards that the organiser accepted. */
    accepted: new Set<string>(),
    /** The times when a backup replaced the database (ms). */
    restores: [] as number[],

    teamAt: (index: number): string => scene.teams[index % scene.teams.length] ?? '',

    /** Records whether results are closed, and with which awards. */
    async recordClosing(): Promise<void> {
      const recorded = scene.teams
        .flatMap((team) => server.rowsOfTeam(team))
        .map(({ award_id }) => award_id)
      scene.closedWith = (await server.isClosed()) ? new Set(recorded) : null
      scene.hasBeenClosed ||= scene.closedWith !== null
    },

    /** Runs all due work and checks every award. Throws if a promise was broken. */
    async look(): Promise<void> {
      await time.pass(0)
      await scene.copies.sign()
      watch(() => checkStatuses(server, taps, scene))
      if (broken !== null) throw broken
    },

    /** Gives points, on a running page or on a new one. */
    async tap(device: Device, { tab, team, type }: Tap): Promise<void> {
      const page = await pageInHand(device, tab)
      const entry = newTap(page, chance.uuid(), scene.teamAt(team), type)
      if (entry === null) return
      const { awardId, userId, vendorId, teamId, pointType, made } = entry
      const { pageLife, serverTime, lastContact } = made
      const tapped: Tapped = {
        awardId,
        device,
        userId,
        vendorId,
        teamId,
        pointType,
        at: time.now(),
        pageLife,
        lastContact,
        knewServerTime: serverTime !== null,
        shownBefore: shown,
        shown: null,
        attempts: [],
        seenRefusal: null,
        // A hanging write may still succeed after it was reported as not stored.
        unstored: device.storage === 'hangs',
        takenBack: 'no',
        takenBackAt: 0,
        isCopied: false,
        isCopyLost: false,
        copyRefused: null,
        isDestroyed: false,
      }
      taps.push(tapped)
      tapOf.set(awardId, tapped)
      const onShown = () => {
        tapped.shown = shown++
        watch(() => checkStatuses(server, [tapped], scene))
      }
      page.outbox.add(entry).then(onShown, () => {
        tapped.unstored = true
        return page.outbox.sendUnstored(entry).catch(() => undefined)
      })
    },

    /** Signs an account in on a device with a new session, or signs everybody out on it. */
    async signIn(device: Device, staff: StaffName | null): Promise<void> {
      const page = device.pages[0] ?? device.open()
      if (page.tab.state !== 'running') return
      const cookie = staff === null ? null : chance.uuid()
      if (staff !== null && cookie !== null) await server.signIn(staff, cookie)
      void device.changeAccount(page, cookie)
    },

    /** Shows copies of a team's waiting awards to that team: the team of the last waiting award. */
    showToTeam(device: Device): void {
      const page = device.running()
      if (page === undefined) return
      device.noteShown()
      scene.copies.show(page, tapOf)
    },

    /** Destroys a device with all its waiting awards. Its staff get a new one. */
    async destroy(device: Device): Promise<void> {
      device.destroy()
      for (const tapped of taps) tapped.isDestroyed ||= tapped.device === device
      await scene.signIn(device, device.plan.staff)
    },

    /** Dismisses the refused awards. */
    seeRefusals(device: Device): void {
      const page = device.running()
      for (const { awardId, refusal } of page?.outbox.view().entries ?? []) {
        const tapped = tapOf.get(awardId)
        if (page === undefined || refusal === null || tapped === undefined) continue
        tapped.seenRefusal = refusal.code
        page.outbox.dismiss(awardId).catch(() => undefined)
      }
    },

    /** Cancels the last waiting award. */
    takeBack(device: Device): void {
      const page = device.running()
      const own = page?.outbox
        .view()
        .entries.filter((entry) => entry.userId === page.account?.userId)
      const last = own?.findLast((entry) => entry.refusal === null && !entry.cancelled)
      const tapped = last && tapOf.get(last.awardId)
      if (page === undefined || tapped === undefined) return
      tapped.takenBack = 'asked'
      tapped.takenBackAt = time.now()
      page.outbox.cancel(tapped.awardId, page.code.captureClocks()).then(
        (unsent) => {
          const marked = device
            .entries()
            .some(({ awardId, cancelled }) => awardId === tapped.awardId && cancelled)
          tapped.takenBack = unsent ? 'before it was sent' : marked ? 'after it was sent' : 'asked'
        },
        () => undefined,
      )
    },

    /** Creates devices, each with its first page and a signed-in user. */
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
      scene.copies.close()
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

  return scene
}
