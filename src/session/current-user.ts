import type { QueryClient } from '@tanstack/react-query'
import type { GameRead } from '#contract/calls'
import type { User } from '#contract/entities'
import { withDeadline } from '#lib/timers'
import { changeDeviceSession, onSessionChange, readDeviceSession } from '../api/device-session'
import { STORAGE_DEADLINE_MS } from '../api/indexed-db'
import { currentUserQuery } from '../api/queries'
import { refreshQueries } from '../api/query-client'
import { forgetKeptScreen } from '../offline/kept-screen'
import type { LastSeen } from '../offline/last-seen'

const { queryKey } = currentUserQuery()
/**
 * The queries of a team's data whose keys do not contain the team. Listed by name, because a
 * visitor's first screen does not load these calls.
 */
const TEAM_READS: readonly GameRead[] = ['teamPoints', 'listInvites']

/** Replaces the cached current user; null after a sign-out. */
export function replaceCurrentUser(client: QueryClient, user: User | null): void {
  client.setQueryData(queryKey, user)
}

/** The account signed in on this device and its stored data. */
export interface Account {
  /** Resolves once the account's stored data is restored, or after 3 s. Sends no request. */
  readonly ready: Promise<void>
  /** Deletes the account's stored data after a sign-out. */
  forget(userId: string): Promise<void>
}

/**
 * Loads the storing code only once there is an account: a visitor's first screen does not need it.
 */
function followLazily(client: QueryClient): LastSeen {
  let loading: Promise<LastSeen> | null = null
  async function withLastSeen(work: (lastSeen: LastSeen) => Promise<void>): Promise<void> {
    loading ??= import('../offline/last-seen').then(({ createLastSeen }) => createLastSeen(client))
    // Without this code the app still works online.
    await loading.then(work, () => {
      loading = null
    })
  }
  return {
    follow: async (account) => {
      // Before the first account there is nothing to stop.
      if (account !== null || loading !== null)
        await withLastSeen((lastSeen) => lastSeen.follow(account))
    },
    forget: (account) => withLastSeen((lastSeen) => lastSeen.forget(account)),
  }
}

/**
 * Watches the `currentUser` query. When the account changes, removes the previous account's data
 * from the cache, restores the new one's stored data, and stores on the device who is signed in.
 * When the team changes, removes the previous team's data.
 * @param onReadLate called when the stored data is restored after `ready` timed out
 */
export function followAccount(client: QueryClient, onReadLate: () => void): Account {
  const lastSeen = followLazily(client)
  /** Undefined until known from the device's storage or the server. */
  let account: string | null | undefined
  /** The team or booth of the account; undefined until known. */
  let teamOrBooth: string | null | undefined

  function setAccount(next: string | null): void {
    if (next === account) return
    const before = account
    account = next
    teamOrBooth = undefined
    if (before != null)
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
    void lastSeen.follow(next)
    // The kept screen shows the previous account.
    void forgetKeptScreen()
    void storeSession()
  }
  /**
   * When the team or booth changes, removes the previous team's data: the next team's screens must
   * not start with it.
   */
  function setTeamOrBooth(next: string | null): void {
    if (next === teamOrBooth) return
    const before = teamOrBooth
    teamOrBooth = next
    // A kept screen may still show a team or booth that the account left while the app was closed.
    if (next === null || before != null) void forgetKeptScreen()
    if (before == null) return
    for (const name of TEAM_READS) client.removeQueries({ queryKey: [name] })
  }
  /** Stores the latest account, which may be another one by the time the storage responds. */
  async function storeSession(): Promise<void> {
    await changeDeviceSession((stored) => {
      if (account == null) {
        // Keep the mark of a sign-out that the server has not confirmed.
        const isSignedOut = stored.is === 'signing-out' || stored.is === 'nobody'
        return isSignedOut ? null : { is: 'nobody' }
      }
      // A sign-out marked meanwhile is newer than the response that named this account.
      const isKnown =
        (stored.is === 'signed-in' || stored.is === 'signing-out') && stored.userId === account
      return isKnown ? null : { is: 'signed-in', userId: account }
    }).catch(() => {
      // Without storage the app requests the session at each start.
    })
  }
  async function restore(): Promise<void> {
    const session = await readDeviceSession()
    if (session.is !== 'signed-in' || account !== undefined) return
    account = session.userId
    await lastSeen.follow(session.userId)
  }

  client.getQueryCache().subscribe((event) => {
    if (
      event.type !== 'updated' ||
      event.action.type !== 'success' ||
      event.query.queryKey[0] !== queryKey[0]
    )
      return
    const user: User | null | undefined = client.getQueryData(queryKey)
    if (user === undefined) return
    setAccount(user?.id ?? null)
    if (user !== null) setTeamOrBooth(user.vendor_id ?? user.team?.team_id ?? null)
  })
  onSessionChange(() => void refreshQueries(client, (query) => query.queryKey[0] === queryKey[0]))

  const restored = restore()
  return {
    ready: withDeadline(restored, STORAGE_DEADLINE_MS, () => void restored.then(onReadLate)),
    forget(userId) {
      void forgetKeptScreen()
      return lastSeen.forget(userId)
    },
  }
}

/**
 * Learns that staff lost their booth. Rejects if the server does not answer: with the user last
 * seen, the guards would lead back to the booth.
 */
export async function confirmLostBooth(client: QueryClient, lastSeen: User): Promise<void> {
  if (lastSeen.vendor_id !== null) await client.fetchQuery({ ...currentUserQuery(), staleTime: 0 })
}
