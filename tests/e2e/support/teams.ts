import { expect, type Page } from '@playwright/test'
import { type Caller, callAs } from './call-as'
import type { People, Profile } from './people'

/** A screen of at least this width has a desktop's header (CSS px). */
const WIDE = 768

/** A section of a screen, by its heading. */
export function panel(page: Page, title: string | RegExp) {
  return page.getByRole('region', { name: title })
}

/** Opens a main screen by the bar of a phone or the header of a desktop. */
export async function openScreen(
  page: Page,
  screen: 'Kartica' | 'Štandovi' | 'Poredak' | 'Tim' | 'Ploča' | 'Dodjele' | 'Oznake',
) {
  await page
    .getByRole('navigation', { name: 'Glavna navigacija' })
    .getByRole('link', { name: new RegExp(screen, 'i') })
    .click()
}

/** Chooses an item of the account's menu. */
export async function chooseInMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Račun/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens an item that is in the menu on an organiser's phone, and in the header on a desktop. */
export async function chooseAtDesk(desk: Page, item: 'Priprema' | 'Dnevnik'): Promise<void> {
  if ((desk.viewportSize()?.width ?? 0) < WIDE) return await chooseInMenu(desk, item)
  const named = { name: item, exact: true }
  await desk.getByRole('link', named).or(desk.getByRole('button', named)).click()
}

/** Registers a player who founds a team; the phone then shows its card. */
export async function foundTeam(page: Page, people: People, team: string): Promise<Profile> {
  const captain = await people.signUp(page, 'kapetan')
  await callAs(page, 'createTeam', { team_name: team })
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1, name: team })).toBeVisible()
  return captain
}

/** Founds a team on the screen of a player without a team, and keeps the emblem that it gets. */
export async function foundByHand(page: Page, team: string): Promise<void> {
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await page.getByRole('textbox', { name: 'Naziv tima' }).fill(team)
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await closeEmblems(page)
}

/** Closes the sheet of emblems, which opens after founding a team. */
export async function closeEmblems(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Odaberite znak tima' })
  await sheet.getByRole('button', { name: 'Zatvori' }).click()
  await expect(sheet).toBeHidden()
}

/** Opens the team search from the screen of a player without a team. */
export async function wantToJoin(page: Page) {
  await page.getByRole('button', { name: 'Pridruži se timu' }).click()
  return page.getByRole('searchbox', { name: 'Naziv tima' })
}

/** Registers a player who asks to join a team; the phone then shows the request. */
export async function askToJoin(
  page: Page,
  people: People,
  nickname: string,
  team: string,
): Promise<Profile> {
  const player = await people.signUp(page, nickname)
  const { teams } = await callAs(page, 'listTeams', {})
  const { team_id } = teams.find(({ team_name }) => team_name === team) ?? {}
  if (team_id === undefined) throw new Error(`there is no team ${team}`)
  await callAs(page, 'joinTeam', { team_id })
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1, name: `Zahtjev timu ${team}` })).toBeVisible()
  return player
}

/** Adds a player to the captain's team without the screens. */
export async function addMember(captain: Caller, member: Caller): Promise<void> {
  await callAs(member, 'joinTeam', { team_id: await teamIdOf(captain) })
  const { user } = await callAs(member, 'currentUser', {})
  await callAs(captain, 'acceptInvite', { player_id: user.id })
}

/** Returns the id of the team that somebody is in. */
export async function teamIdOf(phone: Caller): Promise<string> {
  const { user } = await callAs(phone, 'currentUser', {})
  if (user.team === null) throw new Error(`${user.nickname} is in no team`)
  return user.team.team_id
}
