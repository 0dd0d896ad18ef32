import * as v from 'valibot'

const ids = v.pipe(v.string(), v.parseJson(), v.array(v.string()))
const keyOf = (userId: string) => `written-tags ${userId}`

/** Ids of tags that this account has written on this device but not yet reported to the server, oldest first. */
export function readKeptReports(userId: string): readonly string[] {
  try {
    const parsed = v.safeParse(ids, localStorage.getItem(keyOf(userId)))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

/** Stores them across reloads, if the device allows storage. */
export function keepReports(userId: string, nfcIds: readonly string[]): void {
  try {
    if (nfcIds.length === 0) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(nfcIds))
  } catch {
    // Without storage they are lost on reload; the screen shows them as unsaved until then.
  }
}
