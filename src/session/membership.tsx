import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import * as v from 'valibot'
import type { Change, Input } from '#contract/call'
import { createTeam } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamName } from '#contract/form-fields'
import { createObservable } from '#lib/observable'
import { fieldTexts } from '#texts/fields'
import { teamTexts } from '#texts/team'
import { ApiError } from '../api/errors'
import { mutation } from '../api/queries'
import { invalidateAfter, readAgain } from '../api/query-client'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'
import { toast } from '../ui/toast'

export type OwnTeam = NonNullable<User['team']>

/** What happened to a player's team or request through somebody else's action. */
type MembershipNews =
  | { readonly is: 'accepted'; readonly teamName: string }
  /** The player was removed or the team disbanded; or a request was declined or its team disbanded. */
  | { readonly is: 'gone'; readonly from: 'team' | 'request'; readonly teamName: string }

/** Compares two versions of one account. Null if nothing happened that somebody else caused. */
function membershipNews(before: User, now: User): MembershipNews | null {
  if (before.id !== now.id) return null
  if (now.team !== null) {
    const accepted = before.team === null && before.pending_team?.team_id === now.team.team_id
    return accepted ? { is: 'accepted', teamName: now.team.team_name } : null
  }
  if (now.pending_team !== null) return null
  if (before.team !== null) return { is: 'gone', from: 'team', teamName: before.team.team_name }
  if (before.pending_team !== null)
    return { is: 'gone', from: 'request', teamName: before.pending_team.team_name }
  return null
}

type Gone = Extract<MembershipNews, { is: 'gone' }>

/** True from when this device founded a team until its founder picked an emblem, or did not want to. */
export const asksForEmblem = createObservable(false)
/** The team that the player was just accepted into, until they have seen it on the card. */
export const welcome = createObservable<string | null>(null)
/** Why the player is without a team or a request, until they have a new one. */
const departure = createObservable<Gone | null>(null)
/** True while the player's own request to leave or to withdraw is in progress: its effect is no news. */
let leaving = false

/** What ended the player's membership or request, if it was not the player. */
export function useDeparture(): Gone | null {
  return useSyncExternalStore(departure.subscribe, departure.get)
}

function welcomeTo(teamName: string | null): void {
  welcome.set(teamName)
  // The card shows it itself.
  if (teamName !== null && window.location.pathname !== '/player')
    toast.success(teamTexts.acceptedYou(teamName))
}

/** Welcomes an accepted player into the team, and sets the reason why a team or request is gone for `useDeparture`. */
export function useMembershipNews(user: User | null | undefined): void {
  const before = useRef(user)
  useEffect(() => {
    const was = before.current
    before.current = user
    if (user == null || was == null) {
      departure.set(null)
      return
    }
    const isElsewhere =
      was.team?.team_id !== user.team?.team_id ||
      was.pending_team?.team_id !== user.pending_team?.team_id
    if (!isElsewhere) return
    const news = membershipNews(was, user)
    departure.set(news?.is === 'gone' && !leaving ? news : null)
    welcomeTo(news?.is === 'accepted' ? news.teamName : null)
    leaving = false
  }, [user])
}

interface TeamChangeOptions<C extends Change> {
  /** The player leaves a team or withdraws a request, which is then no news to them. */
  leaves?: boolean
  /** The screen shows the error. */
  quiet?: boolean
  /** Called when the server has confirmed, before the screen shows the change. */
  onDone?: (input: Input<C>) => void
}

/**
 * A mutation of a team. It stays pending until the affected queries are refetched, so that no button can be pressed twice
 * in between. After a failure the data shown may be stale, so all queries are refetched.
 */
export function useTeamChange<C extends Change>(
  change: C,
  { leaves = false, quiet = false, onDone }: TeamChangeOptions<C> = {},
) {
  const client = useQueryClient()
  return useMutation({
    ...mutation(change),
    meta: { change, quiet },
    onMutate: () => {
      if (leaves) leaving = true
    },
    onSuccess: async (_output, input) => {
      onDone?.(input)
      await invalidateAfter(client, change, { cancelRefetch: false })
    },
    onError: () => {
      if (leaves) leaving = false
      void readAgain(client)
    },
  })
}

interface CreateTeamFormProps {
  /** A scanned tag, which the team shall own. */
  nfcId?: string
  /** Called when the server has confirmed, before the screen shows the team. */
  onCreated?: () => void
  /** Called once the player's data have the team. */
  onShown?: () => void
  onFailed?: (error: Error) => void
  /** Stands above the field. */
  children?: ReactNode
}

/** Founds a team. An error stays at the field until the name changes. */
export function CreateTeamForm({
  nfcId,
  onCreated,
  onShown,
  onFailed,
  children,
}: CreateTeamFormProps) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const parsed = v.safeParse(teamName, name)
  const { mutate, error, isPending, isSuccess } = useTeamChange(createTeam, {
    onDone: ({ team_name }) => {
      onCreated?.()
      asksForEmblem.set(true)
      toast.success(teamTexts.created(team_name))
    },
  })
  const busy = isPending || isSuccess

  function faultOf(): string | undefined {
    if (tried !== name) return undefined
    if (!parsed.success) return fieldTexts.team_name
    return error instanceof ApiError ? (error.fields.team_name ?? error.message) : undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(name)
    if (parsed.success)
      mutate(
        { team_name: parsed.output, nfc_id: nfcId },
        { onSuccess: () => onShown?.(), onError: (error) => onFailed?.(error) },
      )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 text-left">
      {children}
      <TextField
        label={teamTexts.nameLabel}
        hint={teamTexts.nameHint}
        name="team_name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        fault={faultOf()}
      />
      <Button type="submit" busy={busy}>
        {teamTexts.create}
      </Button>
    </form>
  )
}
