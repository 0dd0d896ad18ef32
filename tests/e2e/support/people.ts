import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { CallInput } from '#contract/inputs'
import { SESSION_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import type { GameProcess } from './game-process'

type Profile = CallInput<'register'>['user_data']

export interface People {
  /** Returns the profile of somebody who has not registered yet. */
  newProfile(nickname: string): Profile
  /** Registers somebody and signs them in on a phone, without using the screens. */
  signUp(page: Page, nickname: string): Promise<Profile>
  /** Requests a code on the sign-in screen, by mobile number or another id, and returns the code that arrives. */
  askForCode(page: Page, mobile: string, id?: string): Promise<string>
  /** Signs anybody in on a phone with a link from the command line. */
  signInByLink(page: Page, nickname: string): Promise<void>
  /** Signs booth staff in on a phone with a link from the command line. */
  signInStaff(page: Page, nickname: string): Promise<void>
}

/** The code in the last line of an SMS. */
export const codeIn = (sms: string) => /#(\d{6})$/.exec(sms)?.[1] ?? ''

/** What the link in an SMS signs in with, in any browser. */
export function linkSecretIn(sms: string): CallInput<'signIn'> {
  const [, id, mtp] = /\/l\/([^/\s]+)\/([^/\s]+)/.exec(sms) ?? []
  if (id === undefined || mtp === undefined) throw new Error(`no link in the SMS: ${sms}`)
  return { id, mtp }
}

let registered = 0

async function post(game: GameProcess, name: 'register' | 'signIn', input: object): Promise<Response> {
  const { query, body } = encodeCall(name, input as CallInput<typeof name>)
  const address = `${game.url}/api?${new URLSearchParams([['fingerprint', randomUUID()], ...query])}`
  return await fetch(address, { method: 'POST', body: new URLSearchParams(body.map(([field, value]) => [field, value])) })
}

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
  return {
    newProfile,
    async signUp(page, nickname) {
      const profile = newProfile(nickname)
      await post(game, 'register', { user_data: profile })
      const answer = await post(game, 'signIn', linkSecretIn(game.lastSms(profile.mobile)))
      const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1]
      if (token === undefined) throw new Error(`${nickname} could not sign in: ${await answer.text()}`)
      await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url: game.url, httpOnly: true, sameSite: 'Lax' }])
      return profile
    },
    async askForCode(page, mobile, id = mobile) {
      await page.getByLabel('Broj mobitela ili e-mail').fill(id)
      await page.getByRole('button', { name: 'Pošalji kod' }).click()
      await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
      return codeIn(game.lastSms(mobile))
    },
    async signInByLink(page, nickname) {
      const link = /https?:\/\/\S+/.exec(game.event('login-link', nickname))?.[0]
      if (link === undefined) throw new Error('the command line printed no link')
      await page.goto(link)
      await page.waitForURL(/\/(player|vendor|organizator)$/)
      // The focus moves here after the address has changed; a Tab pressed before that would be undone.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    },
    async signInStaff(page, nickname) {
      await this.signInByLink(page, nickname)
      await page.waitForURL('**/vendor')
    },
  }
}
