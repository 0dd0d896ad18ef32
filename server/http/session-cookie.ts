import { parseCookie, stringifySetCookie } from 'cookie'
import { API_PATH, SESSION_COOKIE, SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import { SESSION_LIFETIME_MS, SIGN_IN_REQUEST_LIFETIME_MS } from '#rules/sign-in'

/** What `randomToken` makes. */
const REQUEST_TOKEN = /^[0-9a-z]{26}$/

/** A page of a sibling domain can set a second cookie of the same name: nobody can tell which is ours, so two are none. */
const OURS = new RegExp(`(?:^|;)\\s*(${SESSION_COOKIE}|${SIGN_IN_REQUEST_COOKIE})\\s*(?==)`, 'g')

function readCookie(cookieHeader: string | undefined, name: string): string | null {
  if (cookieHeader === undefined) return null
  const sent = [...cookieHeader.matchAll(OURS)].filter((found) => found[1] === name)
  const token = sent.length > 1 ? undefined : parseCookie(cookieHeader)[name]
  return token === undefined || token === '' ? null : token
}

/** The session token that was sent, valid or not; null if there is none. */
export function readSessionToken(cookieHeader: string | undefined): string | null {
  return readCookie(cookieHeader, SESSION_COOKIE)
}

/** The token of a browser that asked for a code before; one that this server did not make is none. */
export function readRequestToken(cookieHeader: string | undefined): string | null {
  const token = readCookie(cookieHeader, SIGN_IN_REQUEST_COOKIE)
  return token !== null && REQUEST_TOKEN.test(token) ? token : null
}

/** The value of Set-Cookie by which a browser that asks for a code is known when it comes back with it. */
export function signInRequestCookie(token: string, secure: boolean): string {
  return stringifySetCookie({
    name: SIGN_IN_REQUEST_COOKIE,
    value: token,
    path: API_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SIGN_IN_REQUEST_LIFETIME_MS / 1000,
  })
}

/** The value of Set-Cookie that stores a token on the device, or deletes it. */
export function sessionCookie(token: string | null, secure: boolean): string {
  const attributes = { name: SESSION_COOKIE, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return token === null
    ? stringifySetCookie({ ...attributes, value: '', expires: new Date(0) })
    : stringifySetCookie({ ...attributes, value: token, maxAge: SESSION_LIFETIME_MS / 1000 })
}
