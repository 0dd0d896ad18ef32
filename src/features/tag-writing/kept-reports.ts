import * as v from 'valibot'

const ids = v.pipe(v.string(), v.parseJson(), v.array(v.string()))
const keyOf = (userId: string) => `written-tags ${userId}`

/** Tags that this account has written on this device and the server has not heard of, oldest first. */
export function readKeptReports(userId: string): readonly string[] {
  try {
    const parsed = v.safeParse(ids, localStorage.getItem(keyOf(userId)))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

/** Keeps them over a reload, where the device stores anything at all. */
export function keepReports(userId: string, nfcIds: readonly string[]): void {
  try {
    if (nfcIds.length === 0) localStorage.removeItem(keyOf(userId))
    else localStorage.setItem(keyOf(userId), JSON.stringify(nfcIds))
  } catch {
    // Without storage they live as long as the page, which says that they are not saved.
  }
}
