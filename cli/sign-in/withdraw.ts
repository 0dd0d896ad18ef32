import { calls } from '#contract/calls'
import { audit, type By, type CorrectionGame } from '#server/corrections/correction'
import { endAllSessions } from '#server/db/queries/sessions'
import { endSignIns } from '#server/db/queries/sign-in-requests'
import { revokeDevices } from '#server/db/queries/signing-devices'

/** How much was ended. */
export interface Withdrawn {
  readonly links: number
  /** SMS codes with their links that were still valid: 0 or 1. */
  readonly codes: number
  readonly sessions: number
}

/** Ends a person's links, codes and sessions. */
export async function withdrawSignIns({ db, now: clock }: CorrectionGame, by: By, userId: string): Promise<Withdrawn> {
  const now = clock()
  return await db.write({ on: 'accounts' }, async (writer, tell) => {
    tell({ of: calls.endOtherSessions.touches, users: [userId] })
    const pending = await writer
      .selectFrom('sign_in_requests')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where((eb) => eb.or([eb('code_expires_at', '>', now), eb('link_expires_at', '>', now)]))
      .select('user_id')
      .execute()
    const links = await endSignIns(writer, userId)
    await revokeDevices(writer, userId, now)
    // Expired ones are not counted.
    await writer.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
    await audit(writer, now, by, { what: 'withdraw', person_id: userId })
    return {
      links,
      codes: pending.length,
      sessions: await endAllSessions(writer, userId),
    }
  })
}
