import { readScore } from '#server/db/queries/standings'
import { STAFF } from '../support/event'
import { createChance } from './chance'
import { createDevice, type Device, newTap, type Page } from './device'
import type { PageCode, PageGlobals } from './page-code'
import type { Fate, Plan, Staff, Step } from './plan'
import { checkEnd, checkOrder, checkStandings, checkView, type Tapped } from './promises'
import type { Server } from './server'
import type { VirtualTime } from './virtual-time'

const ARRIVES: Fate = { up: 1, answer: 'its own', down: 1, again: null }
/** What is under way has come, or was given up, after so long. */
const CALM_MS = 36_000
/** An account that signs in sends at once what waits; so many looks at whether it did. */
const ROUND_MS = 2_000
const ROUNDS = 30
/** How long somebody looks at a page that opens before they tap. */
const OPENING_MS = 300
const BETWEEN_SCHEDULES_MS = 5 * 24 * 60 * 60 * 1000

export interface Stage {
  readonly server: Server
  readonly time: VirtualTime
  readonly startPage: (globals: PageGlobals) => PageCode
}

export interface Played {
  readonly taps: number
  readonly recorded: number
  readonly refused: number
}

const STAFF_NAMES = Object.keys(STAFF) as Staff[]

/** Plays one schedule from its start to the moment where nothing waits any more. Throws where a promise is broken. */
export async function play({ server, time, startPage }: Stage, plan: Plan): Promise<Played> {
  const chance = createChance(plan.seed)
  const teams = Array.from({ length: plan.teams }, () => chance.uuid())
  const taps: Tapped[] = []
  const tapOf = new Map<string, Tapped>()
  const disbanded = new Map<string, number>()
  const moved = new Set<Staff>()
  let eventClosedAt: number | null = null
  let serverIsUp = true
  let shown = 0
  const fates: Fate[] = []
  /** A broken promise that was seen inside a callback: thrown at the next step. */
  let broken: unknown = null
  const watch = (check: () => void) => {
    try {
      check()
    } catch (reason) {
      broken ??= reason
    }
  }

  const world = {
    time,
    chance,
    startPage,
    serverIsUp: () => serverIsUp,
    nextFate: () => fates.shift() ?? ARRIVES,
    receive: (request: Parameters<Server['receive']>[0]) => server.receive(request, plan.http),
    onView: (_device: Device, page: Page) => watch(() => checkView(server, page)),
    onSend(_device: Device, page: Page, body: string) {
      const tap = tapOf.get(new URLSearchParams(body).get('award_id') ?? '')
      if (tap === undefined) return
      const { pageLife, serverTime } = page.code.readClocks()
      tap.attempts.push({ pageLife, knewServerTime: serverTime !== null })
      watch(() => checkOrder(tap, taps))
    },
  }

  async function signIn(device: Device, staff: Staff | null): Promise<void> {
    const page = device.pages[0] ?? device.open()
    if (page.tab.state !== 'running') return
    const token = staff === null ? null : chance.uuid()
    if (staff !== null && token !== null) await server.signIn(staff, token)
    void device.changeAccount(page, token)
  }

  /** The page in front of somebody who wants to give points: one that runs, or a new one. */
  async function pageInHand(device: Device, tab: number): Promise<Page> {
    const running = device.pages.filter((page) => page.tab.state === 'running')
    const page = running[tab % Math.max(1, running.length)]
    if (page !== undefined) return page
    const opened = device.open()
    await time.pass(OPENING_MS)
    return opened
  }

  async function tap(device: Device, step: Extract<Step, { do: 'tap' }>): Promise<void> {
    const page = await pageInHand(device, step.tab)
    const teamId = teams[step.team % teams.length]
    if (teamId === undefined) return
    const entry = newTap(page, chance.uuid(), teamId, step.type)
    // Nobody is signed in there, or somebody without a booth: no such button is on the screen.
    if (entry === null || entry.vendorId === 'none') return
    const { awardId, userId, vendorId, pointType, made } = entry
    const { pageLife, serverTime, lastContact } = made
    const tapped: Tapped = {
      ...{ awardId, device, userId, vendorId, teamId, pointType, at: time.now(), pageLife },
      ...{ knewServerTime: serverTime !== null, lastContact, shownBefore: shown, shown: null, attempts: [], seenRefusal: null },
    }
    taps.push(tapped)
    tapOf.set(awardId, tapped)
    page.outbox.add(entry).then(
      () => {
        tapped.shown = shown++
        watch(() => checkStandings(server, [tapped]))
      },
      () => undefined,
    )
  }

  function seeRefusals(device: Device): void {
    const page = device.pages.find((one) => one.tab.state === 'running')
    for (const { awardId, refusal } of page?.outbox.view().entries ?? []) {
      const tapped = tapOf.get(awardId)
      if (page === undefined || refusal === null || tapped === undefined) continue
      tapped.seenRefusal = refusal.code
      void page.outbox.dismiss(awardId)
    }
  }

  async function act(step: Step): Promise<void> {
    switch (step.do) {
      case 'pass':
        return await time.pass(step.ms)
      case 'put away':
        for (const device of devices) for (const page of [...device.pages]) device.kill(page)
        return await time.pass(step.ms)
      case 'expire sessions':
        return await server.endSessions(step.staff)
      case 'disband': {
        const team = teams[step.team % teams.length]
        if (team === undefined || disbanded.has(team)) return
        disbanded.set(team, time.now())
        return await server.disband(team)
      }
      case 'move staff':
        moved.add(step.staff)
        return await server.moveStaff(step.staff, step.booth)
      case 'restart server':
        serverIsUp = false
        await time.pass(step.ms)
        await server.restart()
        serverIsUp = true
        return
    }
    const device = devices[step.device % devices.length]
    if (device === undefined) return
    switch (step.do) {
      case 'tap':
        return await tap(device, step)
      case 'set clock':
        device.clock += step.ms
        device.clockSets.push(time.now())
        return
      case 'open page':
        if (device.pages.length < 3) device.open()
        return
      case 'network on':
      case 'network off':
      case 'captive portal':
        device.reach = step.do === 'network on' ? 'on' : step.do === 'network off' ? 'off' : 'captive'
        return
      case 'see refusals':
        return seeRefusals(device)
      case 'sign in':
        return await signIn(device, step.staff)
    }
    const page = device.pages[step.tab % Math.max(1, device.pages.length)]
    if (page === undefined) return
    switch (step.do) {
      case 'kill':
        return device.kill(page)
      case 'freeze':
        return device.freeze(page)
      case 'thaw':
        return device.thaw(page)
      case 'kick':
        return page.tab.run(() => page.outbox.kick())
    }
  }

  async function look(): Promise<void> {
    await time.pass(0)
    watch(() => checkStandings(server, taps))
    if (broken !== null) throw broken
  }

  /** Faults end; on each device every account with waiting awards signs in again. */
  async function drainAll(): Promise<void> {
    fates.length = 0
    for (const device of devices) {
      device.reach = 'on'
      for (const page of device.pages) device.thaw(page)
    }
    await time.pass(CALM_MS)
    for (const device of devices) {
      for (const staff of STAFF_NAMES) {
        const waits = () => device.entries().some((entry) => entry.userId === staff && entry.refusal === null)
        if (!waits()) continue
        for (const page of [...device.pages]) device.kill(page)
        await signIn(device, staff)
        for (let round = 0; round < ROUNDS && waits(); round++) {
          await time.pass(ROUND_MS)
          await look()
        }
      }
    }
  }

  const devices = plan.devices.map((devicePlan) => createDevice(world, devicePlan))
  const realNow = Date.now
  // The server's limits go by this clock.
  Date.now = time.now
  try {
    await server.foundTeams(teams)
    for (const device of devices) {
      device.cookie = chance.uuid()
      await server.signIn(device.plan.staff, device.cookie)
      device.open()
    }
    await time.pass(100)
    fates.push(...plan.fates)
    for (const [index, step] of plan.steps.entries()) {
      if (index === plan.closing) {
        eventClosedAt = time.now()
        await server.closeEvent()
      }
      await act(step)
      await look()
    }
    await drainAll()
    checkEnd(server, taps, teams, { disbanded, moved, eventClosedAt })
    for (const team of teams) await checkScore(team)
    const recorded = teams.reduce((sum, team) => sum + server.rowsOfTeam(team).length, 0)
    return { taps: taps.length, recorded, refused: taps.length - recorded }
  } finally {
    for (const device of devices) for (const page of [...device.pages]) device.kill(page)
    await time.pass(BETWEEN_SCHEDULES_MS)
    await server.reset(teams)
    Date.now = realNow
  }

  async function checkScore(team: string): Promise<void> {
    if (disbanded.has(team)) return
    const sum = server.rowsOfTeam(team).reduce((points, row) => points + row.points, 0)
    const { points } = await readScore(server.game().db.read, team)
    if (points !== sum) throw new Error(`team ${team} has ${points} points for awards of ${sum}`)
  }
}
