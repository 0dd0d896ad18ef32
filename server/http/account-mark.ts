import { createHmac, randomBytes } from 'node:crypto'

const MARK_LENGTH = 12
/** More accounts than an event has; beyond that they are computed again. */
const KEPT = 20_000

/** Names an account in the log so that its lines can be found, but only with the key can anybody tell whose they are. */
export type AccountMark = (userId: string) => string

export function createAccountMark(key: string = randomBytes(32).toString('base64url')): AccountMark {
  const known = new Map<string, string>()
  return (userId) => {
    let mark = known.get(userId)
    if (mark === undefined) {
      if (known.size >= KEPT) known.clear()
      mark = createHmac('sha256', key).update(userId).digest('base64url').slice(0, MARK_LENGTH)
      known.set(userId, mark)
    }
    return mark
  }
}
