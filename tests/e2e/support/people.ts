import { expect, type Page } from '@playwright/test'
import type { CallInput } from '#contract/calls'
import type { EventPart } from '#contract/event'
import { SESSION_COOKIE } from '#contract/protocol'
import { postCall } from '../../support/http-call'
import { callAs } from './call-as'
import type { GameProcess } from './game-process'

export type Profile = CallInput<'register'>['user_data']
export type People = ReturnType<typeof createPeople>

/** The code in the last line of an SMS. */
export const codeIn = (sms: string) => /#(\d{6})$/.exec(sms)?.[1] ?? ''

/** The link in an SMS. */
export const linkIn = (sms: string) => /http\S+/.exec(sms)?.[0] ?? ''

/** Fills the fields of the registration. */
export async function fillRegistration(page: Page, profile: Profile): Promise<void> {
  await page.getByLabel('Ime', { exact: true }).fill(profile.first_name)
  await page.getByLabel('Prezime').fill(profile.last_name)
  await page.getByLabel('E-mail').fill(profile.email)
  await page.getByLabel('Broj mobitela').fill(profile.mobile)
  await page.getByLabel('Nadimak').fill(profile.nickname)
}

/** The secret in an SMS's link, which signs in from any browser. */
function linkSecretIn(sms: string): CallInput<'signIn'> {
  const [, id, mtp] = /\/l\/([^/\s]+)\/([^/\s]+)/.exec(sms) ?? []
  if (id === undefined || mtp === undefined) throw new Error(`no link in the SMS: ${sms}`)
  return { id, mtp }
}

let registered = 0

/** Makes up the profile of a person who has not registered yet, with a unique name and number. */
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

/** Creates people of one game. Calls that they make without a screen go directly to the server, past any proxy. */
export function createPeople(game: GameProcess) {
  /** Starts a session without a screen. */
  async function startSession(secret: CallInput<'signIn'>): Promise<string> {
    const answer = await postCall(game.ownUrl, 'signIn', secret)
    const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(
      answer.headers.get('set-cookie') ?? '',
    )?.[1]
    if (token === undefined) throw new Error(`nobody could sign in: ${await answer.text()}`)
    return token
  }
  const startPlayerSession = async ({ mobile }: Profile) =>
    await startSession(linkSecretIn(game.lastSms(mobile)))
  const startSessionByLoginLink = async (nickname: string) =>
    await startSession(linkSecretIn(await game.loginLink(nickname)))

  async function giveSession(page: Page, value: string): Promise<void> {
    await page.context().addCookies([
      // Let the cookie outlive the browser, as a cookie of the server does.
      {
        name: SESSION_COOKIE,
        value,
        url: game.url,
        httpOnly: true,
        sameSite: 'Lax',
        expires: Date.now() / 1000 + 86_400,
      },
    ])
  }
  const callerOf = (session: string) => ({
    url: game.ownUrl,
    cookie: `${SESSION_COOKIE}=${session}`,
  })

  /** Registers somebody, who gets a link by SMS but is not signed in. */
  async function register(nickname: string): Promise<Profile> {
    const profile = newProfile(nickname)
    await postCall(game.ownUrl, 'register', { user_data: profile })
    return profile
  }
  /**
   * Registers a player who makes calls without a screen: a page that no test looks at would cost as
   * much as any other.
   */
  async function player(nickname: string) {
    const profile = await register(nickname)
    return { ...callerOf(await startPlayerSession(profile)), profile }
  }
  /** Signs in staff or an organiser who make calls without a screen. */
  const staff = async (nickname: string) => callerOf(await startSessionByLoginLink(nickname))
  /** Signs anybody in on a phone with a help desk's link, without opening a page. */
  async function signIn(page: Page, nickname: string): Promise<void> {
    await giveSession(page, await startSessionByLoginLink(nickname))
  }
  return {
    newProfile,
    register,
    player,
    signIn,
    /** Registers somebody and signs them in on a phone, without using the screens. */
    async signUp(page: Page, nickname: string): Promise<Profile> {
      const profile = await register(nickname)
      await giveSession(page, await startPlayerSession(profile))
      return profile
    },
    /** Registers a player without a screen, who founds a team, with a free tag if one is given. */
    async captain(team_name: string, nfc_id?: string) {
      const captain = await player('kapetan')
      const { team_id } = await callAs(captain, 'createTeam', {
        team_name,
        ...(nfc_id !== undefined && { nfc_id }),
      })
      return { ...captain, team_id }
    },
    staff,
    /** Changes a part of the running event, as an organiser does. */
    async applyPart(event: EventPart): Promise<void> {
      const organiser = await staff('ana')
      const { version } = await callAs(organiser, 'readEvent', {})
      await callAs(organiser, 'applyEvent', { event, version, confirm: 1 })
    },
    /** Requests a code on the sign-in screen, by mobile number or another id, and returns the code that arrives. */
    async askForCode(page: Page, mobile: string, id = mobile): Promise<string> {
      await page.getByLabel('Broj mobitela ili e-mail').fill(id)
      await page.getByRole('button', { name: 'Pošalji kod' }).click()
      await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
      return codeIn(game.lastSms(mobile))
    },
    /** Signs booth staff in on a phone, which then shows the board. */
    async openBoard(page: Page, nickname: string): Promise<void> {
      await signIn(page, nickname)
      await page.goto('/vendor')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  }
}
