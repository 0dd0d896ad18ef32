import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { toast } from '../ui/toast'
import { type MembershipNews, membershipNews } from './membership-news'

type Gone = Extract<MembershipNews, { is: 'gone' }>

/** Why the player is without a team or a request, until they have a new one. */
let departure: Gone | null = null
/** True while the player's own request to leave or to withdraw is in progress: its effect is no news. */
let leaving = false
const listeners = new Set<() => void>()

function showDeparture(next: Gone | null): void {
  departure = next
  for (const listener of listeners) listener()
}

/** Call with true before the player's own request to leave or withdraw is sent, and with false if it failed. */
export function setLeaving(next: boolean): void {
  leaving = next
}

/** What ended the player's membership or request, if it was not the player. */
export function useDeparture(): Gone | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => departure,
  )
}

/** Welcomes an accepted player into the team, and keeps the reason why a team or request is gone for `useDeparture`. */
export function useMembershipNews(user: User | null | undefined): void {
  const before = useRef(user)
  useEffect(() => {
    const was = before.current
    before.current = user
    if (user == null || was == null) {
      showDeparture(null)
      return
    }
    const isElsewhere = was.team?.team_id !== user.team?.team_id || was.pending_team?.team_id !== user.pending_team?.team_id
    if (!isElsewhere) return
    const news = membershipNews(was, user)
    showDeparture(news?.is === 'gone' && !leaving ? news : null)
    if (news?.is === 'accepted') toast.success(teamTexts.acceptedYou(news.teamName))
    leaving = false
  }, [user])
}
