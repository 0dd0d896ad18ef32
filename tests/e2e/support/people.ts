import { expect, type Page } from '@playwright/test'
import type { CallInput } from '#contract/calls'
import { SESSION_COOKIE } from '#contract/protocol'
import { postCall } from '../../support/http-call'
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

/** Creates people of one game, each with a unique name and number. */
export function createPeople(game: GameProcess): People {
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
  /** Gives a phone a session without its screens. */
  async function giveSession(page: Page, secret: CallInput<'signIn'>): Promise<void> {
    const answer = await postCall(game.url, 'signIn', secret)
    const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1]
    if (token === undefined) throw new Error(`nobody could sign in: ${await answer.text()}`)
    await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url: game.url, httpOnly: true, sameSite: 'Lax' }])
  }
  return {
    newProfile,
    async signUp(page, nickname) {
      const profile = newProfile(nickname)
      await postCall(game.url, 'register', { user_data: profile })
      await giveSession(page, linkSecretIn(game.lastSms(profile.mobile)))
      return profile
    },
    async askForCode(page, mobile, id = mobile) {
      await page.getByLabel('Broj mobitela ili e-mail').fill(id)
      await page.getByRole('button', { name: 'Pošalji kod' }).click()
      await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
      return codeIn(game.lastSms(mobile))
    },
    async signIn(page, nickname) {
      await giveSession(page, linkSecretIn(await game.loginLink(nickname)))
    },
    async openBoard(page, nickname) {
      await this.signIn(page, nickname)
      await page.goto('/vendor')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  }
}
