import type { ListedPlayer, PlayerStep } from '#contract/organiser-entities'
import { isoTimeOrNull } from '../../time'
import type { Reader } from '../database'
import { BY_NICKNAME, PERSON_COLUMNS, selectPlayers } from './accounts'
import { invitationState, readLatestInvitations } from './sms-messages'

type Invited = Awaited<ReturnType<typeof readLatestInvitations>>

function stepOf(
  signedInAt: number | null,
  invitation: ReturnType<Invited['get']>,
  now: number,
): PlayerStep {
  if (signedInAt !== null) return 'came'
  if (invitation === undefined) return 'entered'
  return invitationState(invitation, now) === 'failed' ? 'failed' : 'invited'
}

/** Reads all players who were entered by an organiser or have signed in, by nickname. */
export async function readPlayers(db: Reader, now: number): Promise<ListedPlayer[]> {
  const invited = await readLatestInvitations(db)
  const rows = await selectPlayers(db)
    .where((eb) => eb.or([eb('first_signed_in_at', 'is not', null), eb('imported', '=', 1)]))
    .orderBy(BY_NICKNAME)
    .orderBy('user_id')
    .select([...PERSON_COLUMNS, 'users.email', 'users.first_signed_in_at'])
    .execute()
  return rows.map(({ first_signed_in_at, ...person }) => {
    const invitation = invited.get(person.user_id)
    const step = stepOf(first_signed_in_at, invitation, now)
    return { ...person, step, invited_at: isoTimeOrNull(invitation?.begun_at ?? null) }
  })
}
