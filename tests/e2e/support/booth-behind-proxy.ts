import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import type { Award, Team } from '#contract/entities'
import { SESSION_COOKIE } from '#contract/protocol'
import { callAs } from './call-as'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import { startGameProcess } from './game-process'
import { test as journey } from './journey'
import { codeIn } from './people'

/** Staff of the journeys' event: the first two at one booth, the third alone at another; and its organiser. */
export const STAFF = { iva: '+385911234567', luka: '+385911234568', zoran: '+385911234571', ana: '+385911234599' } as const
export type Staff = keyof typeof STAFF

/** A team that a captain has just founded, and what the server holds for it. */
export interface FoundedTeam extends Pick<Team, 'team_id' | 'team_name'> {
  /** The awards that count for the team, oldest tap first, read with the captain's session directly from the server. */
  ledger(): Promise<readonly Award[]>
  disband(): Promise<void>
}

interface WorkerFixtures {
  faultProxy: FaultProxy
  /** A session of a booth's staff, started once for all tests, because SMS to one number are rate-limited. */
  sessionOf: (staff: Staff) => Promise<string>
}

interface BoothFixtures {
  /** Who is signed in on the phone. */
  staff: Staff
  /** The network between phones and server; reset after each test. */
  network: FaultProxy
  /** Founds a team, with a free tag if it is given. */
  foundTeam: (tag?: string) => Promise<FoundedTeam>
  /** Somebody's calls without a phone, straight to the server. */
  callsOf: (staff: Staff) => Promise<{ readonly request: APIRequestContext }>
  team: FoundedTeam
}

let teams = 0

/** Signs a phone in with an existing session. */
export async function giveSession(context: BrowserContext, url: string, value: string): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** A phone of a booth's staff that reaches a server, which can be killed, through a fault-injecting proxy. */
export const test = journey.extend<BoothFixtures, WorkerFixtures>({
  faultProxy: [
    async ({ browserName: _any }, use) => {
      const proxy = await startFaultProxy()
      await use(proxy)
      await proxy.stop()
    },
    { scope: 'worker' },
  ],
  game: [
    async ({ faultProxy: proxy }, use) => {
      const game = await startGameProcess('faults', { proxyUrl: proxy.url })
      proxy.forwardTo(game.ownUrl)
      await use(game)
      await game.stop()
    },
    { scope: 'worker' },
  ],
  sessionOf: [
    async ({ game, playwright }, use) => {
      const begun = new Map<Staff, string>()
      await use(async (staff) => {
        const known = begun.get(staff)
        if (known !== undefined) return known
        const request = await playwright.request.newContext({ baseURL: game.ownUrl })
        await callAs({ request }, 'requestCode', { id: STAFF[staff] })
        await callAs({ request }, 'signIn', { id: STAFF[staff], mtp: codeIn(game.lastSms(STAFF[staff])) })
        const { cookies } = await request.storageState()
        await request.dispose()
        const session = cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? ''
        begun.set(staff, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
  staff: ['iva', { option: true }],
  // Faults are played on readings and attempts, which a stream would add to or spare.
  stream: false,
  context: async ({ context, game, sessionOf, staff }, use) => {
    await giveSession(context, game.url, await sessionOf(staff))
    await use(context)
  },
  network: async ({ faultProxy: proxy }, use) => {
    proxy.reset()
    await use(proxy)
    proxy.reset()
  },
  foundTeam: async ({ game, people, playwright }, use) => {
    const captains: APIRequestContext[] = []
    await use(async (tag) => {
      const request = await playwright.request.newContext({ baseURL: game.ownUrl })
      captains.push(request)
      const captain = { request }
      const profile = people.newProfile('kapetan')
      await callAs(captain, 'register', { user_data: profile })
      await callAs(captain, 'signIn', { id: profile.mobile, mtp: codeIn(game.lastSms(profile.mobile)) })
      const team_name = `Tim ${process.pid}-${++teams}`
      const { team_id } = await callAs(captain, 'createTeam', { team_name, ...(tag !== undefined && { nfc_id: tag }) })
      return {
        team_id,
        team_name,
        async ledger() {
          const { points, awards } = await callAs(captain, 'teamPoints', {})
          const counting = awards.filter(({ voided }) => !voided)
          const sum = counting.reduce((all, award) => all + award.points, 0)
          if (sum !== points) throw new Error(`the score is ${points}, and its awards give ${sum}`)
          return counting.sort((a, b) => a.awarded_at.localeCompare(b.awarded_at))
        },
        async disband() {
          await callAs(captain, 'disbandTeam', { team_name })
        },
      }
    })
    for (const captain of captains) await captain.dispose()
  },
  callsOf: async ({ game, sessionOf, playwright }, use) => {
    const callers: APIRequestContext[] = []
    await use(async (staff) => {
      const extraHTTPHeaders = { cookie: `${SESSION_COOKIE}=${await sessionOf(staff)}` }
      const request = await playwright.request.newContext({ baseURL: game.ownUrl, extraHTTPHeaders })
      callers.push(request)
      return { request }
    })
    for (const caller of callers) await caller.dispose()
  },
  team: async ({ foundTeam }, use) => use(await foundTeam()),
})

export { expect } from './journey'

/** Opens a team's page as its QR code does and waits until points can be given. */
export async function openTeam(page: Page, team: FoundedTeam): Promise<void> {
  await page.goto(`/qr/${team.team_id}`)
  await page.getByRole('heading', { level: 1, name: team.team_name }).waitFor()
  await page.getByRole('list', { name: 'Dodijeli bodove' }).getByRole('listitem').first().waitFor()
}
