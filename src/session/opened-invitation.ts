import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { idIn, partsOf } from '#contract/address'
import { isStorageRefused, localStorageOrNull, readStored, writeStored } from '../api/local-storage'
import { type GuardContext, requireUser } from './guards'

const KEY = 'geek-invitation'
/** Longer than an invitation lasts (rule 4), so that who comes late is told that it has expired. */
const LIFETIME_MS = 30 * 60_000

const invitationSchema = v.object({ teamId: v.string(), token: v.string(), at: v.number() })

type Invitation = v.InferOutput<typeof invitationSchema>

/** Where the browser refuses storage, an invitation lasts as long as the page. */
let inMemory: Invitation | null = null

/** Keeps an invitation on the device, also through signing in, which a link in an SMS may finish in another tab. */
export function keepInvitation(teamId: string, token: string): void {
  inMemory = { teamId, token, at: Date.now() }
  writeStored(KEY, inMemory)
}

export function openedInvitation(teamId: string): Invitation | null {
  const kept = isStorageRefused() ? inMemory : readStored(KEY, invitationSchema)
  return kept !== null && kept.teamId === teamId && Date.now() - kept.at < LIFETIME_MS ? kept : null
}

export function forgetInvitation(): void {
  inMemory = null
  localStorageOrNull()?.removeItem(KEY)
}

/** Takes the token out of the address: index.html has done so with the page's own, and a launch of the installed app has it still. */
function takeToken(inSearch: string | null): string | null {
  const token = window.invitationInAddress ?? inSearch
  delete window.invitationInAddress
  return idIn(token ?? undefined)
}

/**
 * The guard of an invitation's screen. A visitor reads what it is and signs in for it.
 */
export async function requireInvitation(context: GuardContext, href: string): Promise<void> {
  const { pathname, searchParams } = new URL(href, 'http://place.invalid')
  const teamId = idIn(partsOf(pathname)[1])
  if (teamId === null) throw redirect({ to: '/', replace: true })
  const inSearch = searchParams.get('i')
  const token = takeToken(inSearch)
  if (token !== null) keepInvitation(teamId, token)
  if (inSearch !== null) throw redirect({ to: '/t/$team', params: { team: teamId }, search: {}, replace: true })
  const invitation = openedInvitation(teamId)
  // Without a token it is a team's code like any other.
  if (invitation === null) throw redirect({ to: '/qr/$qrSlug', params: { qrSlug: teamId }, replace: true })
  await requireUser(context, pathname, false)
}
