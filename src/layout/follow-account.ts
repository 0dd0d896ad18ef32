import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import { listInvites } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { whenIdle } from '#lib/when-idle'
import { teamTexts } from '#texts/team'
import { query } from '../api/calls'
import { currentUserQuery } from '../api/current-user-query'
import { useRefreshInterval } from '../api/live-state'
import { boothAwardsQuery, teamsQuery } from '../api/merging-queries'
import { roleOf } from '../session/return-path'
import { toast } from '../ui/toast'

/** Screens that tell staff they lost their booth. A guard would redirect away from them without an explanation. */
const TELLS_OF_LOST_BOOTH = /^\/(vendor|vendor\/dodjele|qr\/[^/]+)\/?$/

/** Reruns the route guards when the signed-in account or its role changes. */
export function useGuardRevalidation(): void {
  const router = useRouter()
  const { data: user } = useQuery(currentUserQuery())
  const who = user == null ? null : `${roleOf(user)} ${user.id}`
  const before = useRef(who)
  useEffect(() => {
    if (user === undefined || before.current === who) return
    const lostBooth = user !== null && roleOf(user) === 'player' && before.current === `vendor ${user.id}`
    before.current = who
    if (!lostBooth || !TELLS_OF_LOST_BOOTH.test(router.state.location.pathname)) void router.invalidate()
  }, [user, who, router])
}

const REFRESH_MS = 3 * 60_000

/** Refetches what a booth's device needs to award offline: all teams with their tags, point types, the booth's awards. */
export function useStaffPrefetch(user: User | null | undefined): void {
  const enabled = user?.vendor_id != null
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useQuery({ ...teamsQuery(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...query(listVendors, {}), enabled, refetchInterval: REFRESH_MS })
  // Not beside what the first screen shows.
  useQuery({ ...boothAwardsQuery(), enabled: enabled && isIdle, refetchInterval: REFRESH_MS })
}

/** The number of requests that wait for the captain, with a toast for each new one. */
export function useInviteBadge(user: User | null | undefined): { readonly count: number; readonly label: string } {
  const isCaptain = user?.team?.is_captain === true
  const { data } = useQuery({ ...query(listInvites, {}), enabled: isCaptain, refetchInterval: useRefreshInterval() })
  const invites = isCaptain ? data?.invites : undefined
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (invites === undefined) {
      known.current = null
      return
    }
    const before = known.current
    known.current = new Set(invites.map(({ player_id }) => player_id))
    // Those that were there when the app opened are told by the badge alone.
    if (before === null) return
    for (const { player_id, nickname } of invites) {
      if (!before.has(player_id)) toast.success(teamTexts.newInvite(nickname))
    }
  }, [invites])
  const count = invites?.length ?? 0
  return { count, label: teamTexts.newInvites(count) }
}

/** Shows a number on the installed app's icon, where the system can; 0 shows none. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Refused where the app is not installed.
    void navigator.setAppBadge?.(count)?.catch(() => undefined)
  }, [count])
}
