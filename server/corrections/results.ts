import { calls } from '#contract/calls'
import { type Ranked, rankTeams } from '#rules/ranking'
import { NOT_FROZEN } from '#texts/errors'
import { readStandings, type TeamStanding } from '../db/queries/scores'
import { endFreeze, readEventState, startFreeze, writeSetting } from '../db/queries/settings'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

/** Rule 17: what arrives from now on waits for the organiser. Closing again changes nothing. Returns when results were closed (ms). */
export async function closeResults(game: CorrectionGame, by: By): Promise<number> {
  return await game.db.write({ on: 'event' }, async (db, notify) => {
    // Organisers hear what is for staff; players are shown nothing of it.
    notify({ of: calls.closeResults.touches, to: 'staff' })
    const { closed_at } = await readEventState(db)
    if (closed_at !== null) return closed_at
    // Not before: whatever was judged until this moment counts, however long the database was busy.
    const now = game.now()
    await writeSetting(db, 'closed_at', now)
    await audit(db, now, by, { what: 'close' })
    return now
  })
}

/** What arrives from now on counts again; what came late stays late. */
export async function reopenResults(game: CorrectionGame, by: By): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'event' }, async (db, notify) => {
    notify({ of: calls.reopenResults.touches, to: 'staff' })
    if ((await readEventState(db)).closed_at === null) return
    await writeSetting(db, 'closed_at', null)
    await audit(db, now, by, { what: 'reopen' })
  })
}

/** Rule 16: keeps the ranking as it is now. Freezing again changes nothing. Returns when it was frozen (ms). */
export async function freeze(game: CorrectionGame, by: By): Promise<number> {
  return await game.db.write({ on: 'event' }, async (db, notify) => {
    notify({ of: calls.freeze.touches })
    const { frozen_at } = await readEventState(db)
    if (frozen_at !== null) return frozen_at
    // Not before: the scores are those of this moment, however long the database was busy.
    const now = game.now()
    await startFreeze(db, now)
    await audit(db, now, by, { what: 'freeze' })
    return now
  })
}

/** Places that are uncovered one by one, of however many teams. */
const PLACES = 10

/**
 * Rule 16: uncovers one more place of the frozen ranking, a row of the list as it is now, from the last of the first ten upwards; the
 * first time also all below. Returns its team; once all are uncovered, the last one again.
 * @param after the team that was uncovered last, '' for none: another one has been since, so it is returned and nothing is uncovered.
 * A double tap and two organisers therefore uncover one place
 */
export async function revealNext(game: CorrectionGame, by: By, after: string | undefined): Promise<Ranked<TeamStanding>> {
  const now = game.now()
  return await game.db.write({ on: 'event' }, async (db, notify) => {
    notify('nobody')
    const { frozen_at, reveal: before } = await readEventState(db)
    if (frozen_at === null) throw new Refusal('INVALID_INPUT', {}, NOT_FROZEN)
    const teams = rankTeams((await readStandings(db)).filter(({ hidden }) => !hidden))
    const covered = teams.filter(({ team_id }, index) => before?.covered.includes(team_id) ?? index < PLACES)
    const last = teams.find(({ team_id }) => team_id === before?.last)
    if (last !== undefined && after !== undefined && after !== last.team_id) return last
    const next = covered.pop()
    const shown = next ?? last ?? teams[0]
    if (shown === undefined) throw new Refusal('TEAM_NOT_FOUND')
    if (next === undefined) return shown
    notify({ of: calls.revealNext.touches })
    await writeSetting(db, 'reveal', { covered: covered.map(({ team_id }) => team_id).sort(), last: next.team_id })
    await audit(db, now, by, { what: 'reveal_next', about: `${next.rank}. ${next.team_name}`, team_id: next.team_id })
    return next
  })
}

/** Shows the ranking as it is. */
export async function reveal(game: CorrectionGame, by: By): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'event' }, async (db, notify) => {
    notify({ of: calls.reveal.touches })
    if ((await readEventState(db)).frozen_at === null) return
    await endFreeze(db)
    await audit(db, now, by, { what: 'reveal' })
  })
}
