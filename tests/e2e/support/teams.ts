import { expect, type Page } from '@playwright/test'
import type { CallName } from '#contract/calls'
import { isCall } from './answers'
import { callAs } from './call-as'
import { passTime } from './pass-time'
import type { People } from './people'

export type Profile = Awaited<ReturnType<People['signUp']>>

/** A part of the card by its heading. */
export function panel(page: Page, title: string) {
  return page.getByRole('region', { name: title })
}

/** A new player founds a team; the phone shows its card. */
export async function foundTeam(page: Page, people: People, team: string): Promise<Profile> {
  const captain = await people.signUp(page, 'kapetan')
  await page.goto('/player')
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill(team)
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('heading', { level: 1, name: team })).toBeVisible()
  return captain
}

/** A new player asks a team for a place; the phone shows the request. */
export async function askToJoin(page: Page, people: People, nickname: string, team: string): Promise<Profile> {
  const player = await people.signUp(page, nickname)
  await page.goto('/player')
  await page.getByRole('searchbox', { name: 'Naziv tima' }).fill(team)
  await page.getByRole('button', { name: `Pošalji zahtjev timu ${team}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Zahtjev timu ${team}` })).toBeVisible()
  return player
}

/** A new player is taken in; both phones show the team's card. */
export async function joinTeam(phones: { captain: Page; player: Page }, people: People, nickname: string, team: string) {
  const profile = await askToJoin(phones.player, people, nickname, team)
  await phones.captain.reload()
  await phones.captain.getByRole('button', { name: `Prihvati zahtjev: ${profile.nickname}` }).click()
  await expect(phones.captain.getByText(`Novi član tima: ${profile.nickname}`)).toBeVisible()
  await phones.player.reload()
  await expect(phones.player.getByRole('heading', { level: 1, name: team })).toBeVisible()
  return profile
}

/** The team that is on the card. */
export async function teamIdOf(page: Page): Promise<string> {
  const { user } = await callAs(page, 'currentUser', {})
  if (user.team === null) throw new Error(`${user.nickname} is in no team`)
  return user.team.team_id
}

/**
 * The card looks for news every 15 seconds; with `page.clock` installed they need not be waited out. Resolves when a call
 * that began after this has its answer: one that was still under way may have been answered before what a test changed.
 */
export async function nextRefresh(page: Page, call: CallName = 'currentUser'): Promise<void> {
  await expect(async () => {
    const asked = page.waitForRequest((request) => isCall(call)(new URL(request.url())), { timeout: 2_000 })
    await passTime(page, 16_000)
    await (await asked).response()
  }).toPass({ timeout: 10_000 })
}
