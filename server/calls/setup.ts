import { calls, type ParsedInput } from '#contract/calls'
import { makeTagId } from '#rules/tag-id'
import { madeTagsText } from '#texts/event-changes'
import { eventFaultText } from '#texts/event-faults'
import { audit } from '../audit'
import type { Handler } from '../call-context'
import type { Writer } from '../db/database'
import { findByMobile } from '../db/queries/accounts'
import { endSession, startSession } from '../db/queries/sessions'
import { writeSetting } from '../db/queries/settings'
import { applyEvent as apply } from '../event-file/apply'
import { applyPeople } from '../event-file/apply-people'
import { readEvent as read, readTagNotes, versionOf } from '../event-file/current-event'
import { type Fault, FaultyEvent } from '../event-file/faults'
import { useFirstToken } from '../event-file/first-organiser'
import { parseEvent } from '../event-file/parse'
import { planPeople } from '../event-file/plan-people'
import { applyTags } from '../event-file/tags'
import { randomToken } from '../random'
import { Refusal } from '../refusal'
import { tagsSharingKeys } from '../tag-proof/tag-keys'
import { showUser } from './account'
import { recordFirstSignIn } from './sign-in/sign-in'

export const readEvent: Handler<'readEvent'> = async (_input, { game }) => {
  const event = await read(game.db.read)
  return {
    event,
    version: versionOf(event),
    tag_notes: await readTagNotes(game.db.read, game.tagKeys),
  }
}

const shown = ({ path, name, values }: Fault) => ({
  path: path.join('.'),
  message: eventFaultText(name, values, 'hr'),
})

export const applyEvent: Handler<'applyEvent'> = async (
  { event, version, dry_run, confirm },
  { game, by },
) => {
  const { db, now, tagKeys } = game
  try {
    const applied = await apply(db, event, {
      now: now(),
      by,
      tagKeys,
      name: '',
      version,
      dryRun: dry_run === 1,
      confirmed: confirm === 1,
    })
    return {
      changes: applied.changes,
      version: applied.version,
      ...(dry_run === 1 && { shares_keys: [...tagsSharingKeys(applied.proving, tagKeys)] }),
    }
  } catch (reason) {
    if (!(reason instanceof FaultyEvent)) throw reason
    throw new Refusal('INVALID_INPUT', {
      faults: reason.faults.map(shown),
      faults_total: reason.total,
    })
  }
}

/** Converts event faults to field errors of a form. */
function asFields(reason: unknown): unknown {
  if (!(reason instanceof FaultyEvent)) return reason
  const fields = Object.fromEntries(
    reason.faults.map((fault) => [String(fault.path.at(-1)), shown(fault).message]),
  )
  return new Refusal('INVALID_INPUT', { fields })
}

/** Creates tags, as an event file would, under ids that nobody can guess. */
export const makeTags: Handler<'makeTags'> = async ({ count, ...tag }, { game, by }) => {
  const ids = Array.from({ length: count }, makeTagId)
  const making = game.db.write({ kind: 'event' }, async (db, notify) => {
    const { tags = [] } = parseEvent(
      { tags: ids.map((nfc_id) => ({ nfc_id, ...tag })) },
      await read(db),
    )
    notify({ of: calls.makeTags.touches, to: 'staff' })
    const now = game.now()
    await applyTags(db, tags, by.userId, now)
    await audit(db, now, by, { what: 'make_tags', about: madeTagsText(count, tag.nfc_type) })
  })
  await making.catch((reason: unknown) => {
    throw asFields(reason)
  })
  return {
    tags: ids.map((nfc_id) => ({ nfc_id, url: new URL(`/s/${nfc_id}`, game.publicUrl).href })),
  }
}

/**
 * Makes a person an organiser as an event file would, and ends their request to join a team. Throws
 * `FaultyEvent`, or BLOCKED.
 */
async function createOrganiser(
  db: Writer,
  profile: ParsedInput<'firstOrganiser'>['user_data'],
  now: number,
) {
  const file = parseEvent({ organisers: [profile] }, await read(db))
  const plan = await planPeople(db, file)
  if (plan.faults.length > 0) throw new FaultyEvent(plan.faults)
  // Pass no list of organisers: it would count as complete and remove organisers who are blocked.
  const { captainsOf } = await applyPeople(db, {}, plan, {
    now,
    by: { userId: null, reason: null },
  })
  const account = (await findByMobile(db, file.organisers?.[0]?.mobile ?? '')).find(
    (one) => one.organiser_since !== null,
  )
  if (account === undefined) throw new Error('the new organiser has no account')
  if (account.blocked_at !== null) throw new Refusal('BLOCKED')
  return { account, captainsOf }
}

/** Makes the caller the first organiser, by the token that the server prints when it starts. */
export const firstOrganiser: Handler<'firstOrganiser'> = async (
  { token, user_data },
  { game, caller, session, readings },
) => {
  const now = game.now()
  const newToken = randomToken()
  const signingUp = game.db.write({ kind: 'event' }, async (db, notify) => {
    if (!(await useFirstToken(db, token))) throw new Refusal('INVALID_CODE')
    const { account, captainsOf } = await createOrganiser(db, user_data, now)
    const { user_id: userId } = account
    await recordFirstSignIn(db, account, now)
    await writeSetting(db, 'unconfirmed_organiser', userId)
    if (session.token !== null) await endSession(db, session.token, now)
    const { address, userAgent } = session
    await startSession(db, { token: newToken, userId, address, userAgent }, now)
    notify({
      of: calls.firstOrganiser.touches,
      users: [caller?.userId, userId].filter((id) => id !== undefined),
      captainsOf,
    })
    await audit(db, now, { userId, reason: null }, { what: 'first_organiser', person_id: userId })
    return userId
  })
  const userId = await signingUp.catch((reason: unknown) => {
    throw asFields(reason)
  })
  session.issue(newToken)
  return await showUser(game.db.read, readings, userId)
}
