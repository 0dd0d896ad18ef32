import type { CallInput } from '#contract/calls'
import { oddSubject } from '#rules/odd'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import { audit } from '../../corrections/correction'
import { dismiss, readOdd, readOddNames } from '../../db/queries/odd'
import { Refusal } from '../../refusal'
import { isoTime } from '../../time'

const MOST = 50

/** What an organiser may want to look at, newest first. */
export const odd: Handler<'odd'> = async (_input, { game }) => {
  const found = await readOdd(game.db.read, MOST)
  const named = found.map(async (one) => ({
    ...{ kind: one.kind, team_id: one.teamId, vendor_id: one.vendorId, user_id: one.userId, nfc_id: one.nfcId },
    ...(await readOddNames(game.db.read, one)),
    ...{ count: one.count, since: isoTime(one.since), until: isoTime(one.until) },
  }))
  return { odd: await Promise.all(named) }
}

function subjectOf({ kind, team_id, vendor_id, user_id, nfc_id }: CallInput<'dismissOdd'>): string {
  const subject = oddSubject({ kind, teamId: team_id, vendorId: vendor_id, userId: user_id, nfcId: nfc_id })
  if (subject === null) throw new Refusal('INVALID_INPUT', { fields: { kind: fieldTexts.invalid } })
  return subject
}

/** Takes something odd off the list, up to a time: what comes later is odd again. */
export const dismissOdd: Handler<'dismissOdd'> = async (input, { game, caller }) => {
  const { kind, team_id, vendor_id, user_id, nfc_id, reason } = input
  const subject = subjectOf(input)
  const now = game.now()
  const until = Math.min(Date.parse(input.until), now)
  await game.db.write({ on: 'records' }, async (db) => {
    await dismiss(db, { kind, subject, until })
    const names = await readOddNames(db, { teamId: team_id, vendorId: vendor_id })
    const about = [kind, [nfc_id, names.team_name, names.vendor_name].filter((name) => name !== undefined).join(', ')]
    const whom = { person_id: user_id ?? null }
    await audit(db, now, { userId: caller.userId, reason }, { what: 'dismiss_odd', about: about.join(' ').trim(), ...whom })
  })
  return {}
}
