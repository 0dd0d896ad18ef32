import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Change, Input } from '#contract/call'
import type { User } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { teamTexts } from '#texts/team'
import { mutation } from '../api/queries'
import { invalidateAfter, type Quiet, refreshQueries } from '../api/query-client'
import { toast } from '../ui/toast'

export type OwnTeam = NonNullable<User['team']>

/** A change of the player's team or request, made by somebody else. */
type MembershipNews =
  | { readonly kind: 'accepted'; readonly teamName: string }
  /** The player was removed, a request was declined, or the team was disbanded. */
  | { readonly kind: 'gone'; readonly from: 'team' | 'request'; readonly teamName: string }

/** The news between two versions of an account, if somebody else caused the change; else null. */
function membershipNews(before: User, now: User): MembershipNews | null {
  if (before.id !== now.id) return null
  if (now.team !== null) {
    const accepted = before.team === null && before.pending_team?.team_id === now.team.team_id
    return accepted ? { kind: 'accepted', teamName: now.team.team_name } : null
  }
  if (now.pending_team !== null) return null
  if (before.team !== null) return { kind: 'gone', from: 'team', teamName: before.team.team_name }
  if (before.pending_team !== null)
    return { kind: 'gone', from: 'request', teamName: before.pending_team.team_name }
  return null
}

type Gone = Extract<MembershipNews, { kind: 'gone' }>

/** True after this device created a team, until its founder picks or declines an emblem. */
export const asksForEmblem = createObservable(false)
/** The team that the player was just accepted into, until they have seen it on the card. */
export const welcome = createObservable<string | null>(null)
/** Why the player lost their team or request, until they have a new one. */
const departure = createObservable<Gone | null>(null)
/**
 * True while the player's own request to leave or to withdraw is in progress: its effect is no
 * news.
 */
let leaving = false

/** The end of the player's membership or request by somebody else, if it happened. */
export function useDeparture(): Gone | null {
  return useSyncExternalStore(departure.subscribe, departure.get)
}

function welcomeTo(teamName: string | null): void {
  welcome.set(teamName)
  // The card itself welcomes the player.
  if (teamName !== null && window.location.pathname !== '/player')
    toast.success(teamTexts.acceptedYou(teamName))
}

/** The screens that show the departure: Tim leads a player without a team to the card. */
const SHOWS_DEPARTURE = /^\/player(\/tim)?$/

function departFrom(gone: Gone | null): void {
  departure.set(gone)
  if (gone !== null && !SHOWS_DEPARTURE.test(window.location.pathname))
    toast.error(teamTexts.gone[gone.from].title(gone.teamName))
}

/**
 * Welcomes an accepted player. Stores the reason when a team or request is gone, for
 * `useDeparture`.
 */
export function useMembershipNews(user: User | null | undefined): void {
  const before = useRef(user)
  useEffect(() => {
    const earlier = before.current
    before.current = user
    if (user == null || earlier == null) {
      departure.set(null)
      return
    }
    const hasChanged =
      earlier.team?.team_id !== user.team?.team_id ||
      earlier.pending_team?.team_id !== user.pending_team?.team_id
    if (!hasChanged) return
    const news = membershipNews(earlier, user)
    departFrom(news?.kind === 'gone' && !leaving ? news : null)
    welcomeTo(news?.kind === 'accepted' ? news.teamName : null)
    leaving = false
  }, [user])
}

interface TeamChangeOptions<C extends Change> {
  /** True if the player leaves or withdraws, which then is no news to them. */
  leaves?: boolean
  quiet?: Quiet
  /** Called when the server has confirmed, before the screen shows the change. */
  onDone?: (input: Input<C>) => void
}

/**
 * A mutation of a team. It stays pending until the affected queries are refetched, so that no
 * button can be pressed twice in between. After a failure the data shown may be stale, so all
 * queries are refetched.
 */
export function useTeamChange<C extends Change>(
  change: C,
  { leaves = false, quiet = false, onDone }: TeamChangeOptions<C> = {},
) {
  const client = useQueryClient()
  return useMutation({
    ...mutation(change, quiet),
    onMutate: () => {
      if (leaves) leaving = true
    },
    onSuccess: async (_output, input) => {
      onDone?.(input)
      await invalidateAfter(client, change, { cancelRefetch: false })
    },
    onError: () => {
      if (leaves) leaving = false
      void refreshQueries(client)
    },
  })
}
