import { calls } from '#contract/calls'
import { rankTeams } from '#rules/ranking'
import { REVEALED_SINGLY } from '#rules/reveal'
import { NOT_FROZEN } from '#texts/errors'
import { audit } from '../../audit'
import type { Correction } from '../../call-context'
import { readStandings } from '../../db/queries/scores'
import { endFreeze, readEventState, startFreeze, writeSetting } from '../../db/queries/settings'
import { showRanked } from '../../readings/ranking'
import { Refusal } from '../../refusal'
import { isoTime } from '../../time'

/**
 * Rule 17: closes the results. Entries that arrive later wait for the organiser. Closing again
 * changes nothing.
 */
export const closeResults: Correction<'closeResults'> = async (_input, { game, by }) => {
  const closedAt = await game.db.write({ kind: 'event' }, async (db, notify) => {
    notify('nobody')
    const { closed_at } = await readEventState(db)
    if (closed_at !== null) return closed_at
    // Organisers receive the topics of staff too. Players see nothing of a closing.
    notify({ of: calls.closeResults.touches, to: 'staff' })
    // Read the time under the lock, so that everything judged before that time counts, however long
    // the lock was waited for.
    const now = game.now()
    await writeSetting(db, 'closed_at', now)
    await audit(db, now, by, { what: 'close' })
    return now
  })
  return { closed_at: isoTime(closedAt) }
}

/** Rule 17: reopens the results. New entries count again; late entries stay late. */
export const reopenResults: Correction<'reopenResults'> = async (_input, { game, by }) => {
  const now = game.now()
  await game.db.write({ kind: 'event' }, async (db, notify) => {
    notify('nobody')
    if ((await readEventState(db)).closed_at === null) return
    notify({ of: calls.reopenResults.touches, to: 'staff' })
    await writeSetting(db, 'closed_at', null)
    await audit(db, now, by, { what: 'reopen' })
  })
  return { closed_at: null }
}

/** Rule 16: freezes the ranking as it is now. Freezing again changes nothing. */
export const freeze: Correction<'freeze'> = async (_input, { game, by }) => {
  const frozenAt = await game.db.write({ kind: 'event' }, async (db, notify) => {
    notify('nobody')
    const { frozen_at } = await readEventState(db)
    if (frozen_at !== null) return frozen_at
    notify({ of: calls.freeze.touches })
    // Read the time under the lock, so that it matches the scores, however long the lock was waited
    // for.
    const now = game.now()
    await startFreeze(db, now)
    await audit(db, now, by, { what: 'freeze' })
    return now
  })
  return { frozen_at: isoTime(frozenAt) }
}

/**
 * Rule 16: uncovers the next place of the frozen ranking, from the lowest of the first ten upwards;
 * the first call also uncovers all places below. Returns the team uncovered; once all are
 * uncovered, the team uncovered last again.
 * `after` is the team that the caller saw uncovered last. If another team has been uncovered since,
 * returns that team and uncovers nothing, so that a double tap or two organisers uncover only one
 * place.
 */
export const revealNext: Correction<'revealNext'> = async ({ after }, { game, by }) => {
  const now = game.now()
  const team = await game.db.write({ kind: 'event' }, async (db, notify) => {
    notify('nobody')
    const { frozen_at, reveal: before } = await readEventState(db)
    if (frozen_at === null) throw new Refusal('INVALID_INPUT', {}, NOT_FROZEN)
    const teams = rankTeams((await readStandings(db)).filter(({ hidden }) => !hidden))
    const covered = teams.filter(
      ({ team_id }, index) => before?.covered.includes(team_id) ?? index < REVEALED_SINGLY,
    )
    const last = teams.find(({ team_id }) => team_id === before?.last)
    if (last !== undefined && after !== undefined && after !== last.team_id) return last
    const next = covered.pop()
    const shown = next ?? last ?? teams[0]
    if (shown === undefined) throw new Refusal('TEAM_NOT_FOUND')
    if (next === undefined) return shown
    notify({ of: calls.revealNext.touches })
    // With `team` its phones show their place together with the projector: a phone fetches other
    // changes of the event at a random moment.
    notify({ of: ['team'], teams: [next.team_id] })
    await writeSetting(db, 'reveal', {
      covered: covered.map(({ team_id }) => team_id).sort(),
      last: next.team_id,
    })
    await audit(db, now, by, {
      what: 'reveal_next',
      about: `${next.rank}. ${next.team_name}`,
      team_id: next.team_id,
    })
    return next
  })
  return { place: team.rank, team: showRanked(team) }
}

/** Rule 16: ends the freeze and shows the live ranking. */
export const reveal: Correction<'reveal'> = async (_input, { game, by }) => {
  const now = game.now()
  await game.db.write({ kind: 'event' }, async (db, notify) => {
    notify('nobody')
    if ((await readEventState(db)).frozen_at === null) return
    notify({ of: calls.reveal.touches })
    await endFreeze(db)
    await audit(db, now, by, { what: 'reveal' })
  })
  return { frozen_at: null }
}
