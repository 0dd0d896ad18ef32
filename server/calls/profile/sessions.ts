import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { endOtherSessionsOf, readSessions } from '../../db/queries/sessions'
import { isoTime } from '../../iso-time'
import { hashSecret } from '../../random'
import { Refusal } from '../../refusal'

type Names = readonly (readonly [sign: RegExp, name: string])[]

/** In this order: each browser's signature contains those of the ones below it. */
const BROWSERS: Names = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (names: Names, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/** Browser and system by which somebody recognises their own device; empty if neither is known. */
export function browserName(userAgent: string): string {
  return [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)].filter((name) => name !== undefined).join(' · ')
}

export const listSessions: Handler<'listSessions'> = async (_input, { game, caller, session }) => {
  const own = session.token === null ? null : hashSecret(session.token)
  const sessions = await readSessions(game.db.read, caller.userId, game.expiryNow())
  return {
    sessions: sessions.map(({ token_hash, created_at, renewed_at, user_agent }) => ({
      started_at: isoTime(created_at),
      last_used_at: isoTime(renewed_at),
      browser: browserName(user_agent),
      current: token_hash === own,
    })),
  }
}

/** Signs the caller out on every other device. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (_input, { game, caller, session }) => {
  const { token } = session
  if (token === null) throw new Refusal('NOT_AUTHENTICATED')
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    await endOtherSessionsOf(db, caller.userId, token, game.now())
    tell({ of: calls.endOtherSessions.touches, users: [caller.userId] })
  })
  return {}
}
