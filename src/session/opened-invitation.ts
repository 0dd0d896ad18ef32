import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { idIn, partsOf } from '#lib/address'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { type GuardContext, requireUser } from './guards'

const KEY = 'geek-invitation'
/**
 * How long the device stores an invitation (ms): longer than it lasts (rule 4), so that a latecomer
 * reads that it has expired.
 */
const LIFETIME_MS = 30 * 60_000

const invitationSchema = v.object({
  teamId: v.string(),
  token: v.string(),
  at: v.number(),
  /**
   * How it was opened: by this app's scanner, which the user opened to join, or by an address,
   * perhaps from another site's page. One opened by an address joins only after a tap (rule 4).
   */
  by: v.optional(v.picklist(['scanner', 'address']), 'address'),
})

type OpenedInvitation = v.InferOutput<typeof invitationSchema>

/** An invitation that could not be stored: it lasts as long as the page. */
let inMemory: OpenedInvitation | null = null

/**
 * Stores an invitation on the device, so that it survives a sign-in that an SMS link finishes in
 * another tab.
 */
export function storeInvitation(teamId: string, token: string, by: OpenedInvitation['by']): void {
  const invitation = { teamId, token, at: Date.now(), by }
  inMemory = writeStored(KEY, invitation) ? null : invitation
}

export function openedInvitation(teamId: string): OpenedInvitation | null {
  const opened = inMemory ?? readStored(KEY, invitationSchema)
  return opened !== null && opened.teamId === teamId && Date.now() - opened.at < LIFETIME_MS
    ? opened
    : null
}

export function forgetInvitation(): void {
  inMemory = null
  removeStored(KEY)
}

/** The guard of an invitation's screen. A visitor signs in first. */
export async function requireInvitation(context: GuardContext, pathname: string): Promise<void> {
  const teamId = idIn(partsOf(pathname)[1])
  if (teamId === null) throw redirect({ to: '/', replace: true })
  // index.html has taken the token out of the address.
  const token = idIn(window.invitationInAddress)
  delete window.invitationInAddress
  if (token !== null) storeInvitation(teamId, token, 'address')
  const invitation = openedInvitation(teamId)
  // Without a token this is an ordinary team code.
  if (invitation === null)
    throw redirect({ to: '/qr/$qrSlug', params: { qrSlug: teamId }, replace: true })
  await requireUser(context, pathname, false)
}
