import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../api/calls'
import { useRefreshInterval } from '../api/live-state'
import { toast } from '../ui/toast'

/** The number of requests that wait for the captain, with a toast for each new one. */
export function useInviteBadge(user: User | null | undefined): { readonly count: number; readonly label: string } {
  const isCaptain = user?.team?.is_captain === true
  const { data } = useQuery({ ...queries.listInvites(), enabled: isCaptain, refetchInterval: useRefreshInterval() })
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
