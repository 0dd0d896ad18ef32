import { type APIRequestContext, expect, type Page, request } from '@playwright/test'
import type { CallInput } from '#contract/calls'
import { SESSION_COOKIE } from '#contract/protocol'
import { postCall } from '../../support/http-call'
import { type Caller, callAs } from './call-as'
import type { GameProcess } from './game-process'

type Profile = CallInput<'register'>['user_data']

export interface People {
  /** Returns the profile of somebody who has not registered yet. */
  newProfile(nickname: string): Profile
  /** Registers somebody and signs them in on a phone, without using the screens. */
  signUp(page: Page, nickname: string): Promise<Profile>
  /** Requests a code on the sign-in screen, by mobile number or another id, and returns the code that arrives. */
  askForCode(page: Page, mobile: string, id?: string): Promise<string>
  /** Signs anybody in on a phone, which shows nothing yet, with a link as the help desk makes it. */
  signIn(page: Page, nickname: string): Promise<void>
  /** Registers a player who makes calls without a screen: a phone that shows nothing costs as much as a page. */
  player(nickname: string): Promise<Caller & { readonly profile: Profile }>
  /** Registers such a player with a team of their own. */
  captain(team_name: string): Promise<Caller & { readonly profile: Profile; readonly team_id: string }>
  /** Signs in staff or an organiser who make calls without a screen. */
  staff(nickname: string): Promise<Caller>
  /** Signs booth staff in on a phone, which then shows the board. */
  openBoard(page: Page, nickname: string): Promise<void>
}

/** The code in the last line of an SMS. */
export const codeIn = (sms: string) => /#(\d{6})$/.exec(sms)?.[1] ?? ''

/** Fills the fields of the registration. */
export async function fillRegistration(page: Page, profile: Profile): Promise<void> {
  await page.getByLabel('Ime', { exact: true }).fill(profile.first_name)
  await page.getByLabel('Prezime').fill(profile.last_name)
  await page.getByLabel('E-mail').fill(profile.email)
  await page.getByLabel('Broj mobitela').fill(profile.mobile)
  await page.getByLabel('Nadimak').fill(profile.nickname)
}

/** What the link in an SMS signs in with, in any browser. */
export function linkSecretIn(sms: string): CallInput<'signIn'> {
  const [, id, mtp] = /\/l\/([^/\s]+)\/([^/\s]+)/.exec(sms) ?? []
  if (id === undefined || mtp === undefined) throw new Error(`no link in the SMS: ${sms}`)
  return { id, mtp }
}

let registered = 0

/**
 * Creates people of one game, each with a unique name and number.
 * @param opened where the connections of those without a screen are put, to be ended
 */
export function createPeople(game: GameProcess, opened: APIRequestContext[] = []): People {
  function newProfile(nickname: string): Profile {
    const number = ++registered
    const unique = `${nickname}${process.pid}x${number}`
    return {
      first_name: 'Ana',
      last_name: 'Anić',
      email: `${unique}@example.hr`,
      mobile: `+38591${2_000_000 + (process.pid % 1000) * 1000 + number}`,
      nickname: unique.slice(0, 24),
    }
  }
  /** Starts a session without a screen. */
  async function startSession(secret: CallInput<'signIn'>): Promise<string> {
    const answer = await postCall(game.url, 'signIn', secret)
    const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1]
    if (token === undefined) throw new Error(`nobody could sign in: ${await answer.text()}`)
    return token
  }
  async function giveSession(page: Page, value: string): Promise<void> {
    await page.context().addCookies([
      // Kept when the browser is closed, as the server's own is.
      { name: SESSION_COOKIE, value, url: game.url, httpOnly: true, sameSite: 'Lax', expires: Date.now() / 1000 + 86_400 },
    ])
  }
  async function openCaller(session: string): Promise<Caller> {
    const extraHTTPHeaders = { cookie: `${SESSION_COOKIE}=${session}` }
    const caller = await request.newContext({ baseURL: game.url, extraHTTPHeaders })
    opened.push(caller)
    return { request: caller }
  }
  async function register(nickname: string): Promise<{ profile: Profile; session: string }> {
    const profile = newProfile(nickname)
    await postCall(game.url, 'register', { user_data: profile })
    return { profile, session: await startSession(linkSecretIn(game.lastSms(profile.mobile))) }
  }
  const startStaffSession = async (nickname: string) => await startSession(linkSecretIn(await game.loginLink(nickname)))
  return {
    newProfile,
    async signUp(page, nickname) {
      const { profile, session } = await register(nickname)
      await giveSession(page, session)
      return profile
    },
    async player(nickname) {
      const { profile, session } = await register(nickname)
      return { ...(await openCaller(session)), profile }
    },
    async captain(team_name) {
      const captain = await this.player('kapetan')
      return { ...captain, team_id: (await callAs(captain, 'createTeam', { team_name })).team_id }
    },
    staff: async (nickname) => await openCaller(await startStaffSession(nickname)),
    async askForCode(page, mobile, id = mobile) {
      await page.getByLabel('Broj mobitela ili e-mail').fill(id)
      await page.getByRole('button', { name: 'Pošalji kod' }).click()
      await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
      return codeIn(game.lastSms(mobile))
    },
    async signIn(page, nickname) {
      await giveSession(page, await startStaffSession(nickname))
    },
    async openBoard(page, nickname) {
      await this.signIn(page, nickname)
      await page.goto('/vendor')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  }
}
