import type { CallInput } from '#contract/calls'
import { type Odd, oddSubject } from '#rules/odd'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../../call-context'
import { audit } from '../../corrections/correction'
import { dismiss, readOdd, readOddNames } from '../../db/queries/odd'
import { isoTime } from '../../iso-time'
import { Refusal } from '../../refusal'

const MOST = 50

const idsOf = ({ teamId, vendorId, userId, nfcId }: Odd) => ({
  ...(teamId === undefined ? {} : { team_id: teamId }),
  ...(vendorId === undefined ? {} : { vendor_id: vendorId }),
  ...(userId === undefined ? {} : { user_id: userId }),
  ...(nfcId === undefined ? {} : { nfc_id: nfcId }),
})

/** What an organiser may want to look at, newest first. */
export const odd: Handler<'odd'> = async (_input, { game }) => {
  const found = await readOdd(game.db.read, MOST)
  const named = found.map(async (one) => ({
    ...{ kind: one.kind, ...idsOf(one), ...(await readOddNames(game.db.read, one)) },
    ...{ count: one.count, since: isoTime(one.since), until: isoTime(one.until) },
  }))
  return { odd: await Promise.all(named) }
}

function subjectOf({ kind, team_id, vendor_id, user_id, nfc_id }: CallInput<'dismissOdd'>): string {
  const ids = {
    ...(team_id === undefined ? {} : { teamId: team_id }),
    ...(vendor_id === undefined ? {} : { vendorId: vendor_id }),
    ...(user_id === undefined ? {} : { userId: user_id }),
    ...(nfc_id === undefined ? {} : { nfcId: nfc_id }),
  }
  const subject = oddSubject({ kind, ...ids })
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
    const names = await readOddNames(db, { ...(team_id && { teamId: team_id }), ...(vendor_id && { vendorId: vendor_id }) })
    const about = [kind, [nfc_id, names.team_name, names.vendor_name].filter((name) => name !== undefined).join(', ')]
    const whom = { person_id: user_id ?? null }
    await audit(db, now, { userId: caller.userId, reason }, { what: 'dismiss_odd', about: about.join(' ').trim(), ...whom })
  })
  return {}
}
