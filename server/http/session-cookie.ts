import { parseCookie, stringifySetCookie } from 'cookie'
import { SESSION_COOKIE } from '#contract/protocol'
import { SESSION_LIFETIME_MS } from '#rules/sign-in'

/** The session token that was sent, valid or not; null if there is none. */
export function readSessionToken(cookieHeader: string | undefined): string | null {
  if (cookieHeader === undefined) return null
  const token = parseCookie(cookieHeader)[SESSION_COOKIE]
  return token === undefined || token === '' ? null : token
}

/** The value of Set-Cookie that stores a token on the device, or deletes it. */
export function sessionCookie(token: string | null, secure: boolean): string {
  const attributes = { name: SESSION_COOKIE, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return token === null
    ? stringifySetCookie({ ...attributes, value: '', expires: new Date(0) })
    : stringifySetCookie({ ...attributes, value: token, maxAge: SESSION_LIFETIME_MS / 1000 })
}
