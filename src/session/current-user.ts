import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'
import { onSessionChange, readDeviceSession, writeDeviceSession } from '../api/device-session'
import { createLastSeen } from '../offline/last-seen'

const { queryKey } = queries.currentUser()
/** A storage that does not answer must not keep the app from asking the server (ms). */
const DEADLINE_MS = 3_000

/** Puts another person, or nobody, in the place of the one before. */
export function replaceCurrentUser(client: QueryClient, user: User | null): void {
  client.setQueryData(queryKey, user)
}

/** What the page knows of whoever is signed in on this device, and of what they saw. */
export interface Account {
  /** Resolves once what the device keeps of a signed-in person is there, without asking the server. */
  readonly ready: Promise<void>
  /** Resolves when that was there only after `ready` had given up waiting; else never. */
  readonly readLate: Promise<void>
  /** Wipes what a person saw: they signed out. */
  forget(userId: string): Promise<void>
}

/**
 * Follows who is signed in: what the one before saw leaves the page, what this one saw comes back, and the device
 * remembers whose the session is. The reading of the current user is the one source of it.
 */
export function followAccount(client: QueryClient): Account {
  const lastSeen = createLastSeen(client)
  /** Undefined until the device or the server has said. */
  let account: string | null | undefined

  function become(next: string | null): void {
    if (next === account) return
    const before = account
    account = next
    if (before != null) client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
    void lastSeen.follow(next)
    void remember(next)
  }
  async function remember(next: string | null): Promise<void> {
    const session = await readDeviceSession()
    // Only the server ends a sign-out that it has not been told of yet.
    if (next === null && (session.is === 'signing-out' || session.is === 'nobody')) return
    if (session.is === 'signed-in' && session.userId === next) return
    // A device that refuses storage asks the server at each start.
    await writeDeviceSession(next === null ? { is: 'nobody' } : { is: 'signed-in', userId: next }).catch(() => undefined)
  }
  async function recall(): Promise<void> {
    const session = await readDeviceSession()
    if (session.is !== 'signed-in' || account !== undefined) return
    account = session.userId
    await lastSeen.follow(session.userId)
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0]) return
    const user: User | null | undefined = client.getQueryData(queryKey)
    if (user !== undefined) become(user?.id ?? null)
  })
  onSessionChange(() => void client.invalidateQueries({ queryKey }))

  const recalled = recall()
  let late = false
  const deadline = new Promise<void>((resolve) => {
    setTimeout(() => {
      late = true
      resolve()
    }, DEADLINE_MS)
  })
  return {
    ready: Promise.race([recalled, deadline]),
    readLate: recalled.then(() => (late ? undefined : new Promise<void>(() => {}))),
    forget: (userId) => lastSeen.forget(userId),
  }
}
