import type { Page } from '@playwright/test'
import type { Award, Team } from '#contract/entities'
import { callAs } from './call-as'
import type { FaultProxy } from './fault-proxy'
import { test as journey } from './journey'

/** A team that a captain has just founded, with its awards on the server. */
export interface FoundedTeam extends Pick<Team, 'team_id' | 'team_name'> {
  /** The captain's nickname. */
  readonly captain: string
  /** The awards that count for the team, oldest tap first, read with the captain's session directly from the server. */
  ledger(): Promise<readonly Award[]>
  disband(): Promise<void>
}

interface BoothFixtures {
  /** The nickname of the person who is signed in on the phone; null for nobody. */
  staff: string | null
  /** The network between phones and server; reset after each test. */
  network: FaultProxy
  /** Founds a team, which takes a free tag if its id is given. */
  foundTeam: (tag?: string) => Promise<FoundedTeam>
  team: FoundedTeam
}

let teams = 0

/**
 * A phone of a booth's staff. It reaches its server, which can be killed, through a fault-injecting
 * proxy.
 */
export const test = journey.extend<BoothFixtures>({
  game: async ({ serverBehindProxy }, use) => use(serverBehindProxy),
  staff: ['iva', { option: true }],
  // Faults are injected into readings and attempts, and a stream would change how many there are.
  stream: false,
  page: async ({ page, people, staff }, use) => {
    if (staff !== null) await people.signIn(page, staff)
    await use(page)
  },
  network: async ({ faultProxy: proxy }, use) => {
    proxy.reset()
    await use(proxy)
    proxy.reset()
  },
  foundTeam: async ({ people }, use) => {
    await use(async (tag) => {
      const team_name = `Tim ${process.pid}-${++teams}`
      const captain = await people.captain(team_name, tag)
      return {
        team_id: captain.team_id,
        team_name,
        captain: captain.profile.nickname,
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
