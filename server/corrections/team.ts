import { calls } from '#contract/calls'
import { uniqueTeamName } from '#rules/team-name'
import type { Notify, Writer } from '../db/database'
import type { AuditEntry } from '../db/queries/audit'
import { findTag } from '../db/queries/tags'
import { findTeamOf, isTeamNameTaken, readApplicants, readConcerned, type TeamRow } from '../db/queries/teams'
import type { Tables } from '../db/tables'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

type Done = Pick<AuditEntry, 'what' | 'about' | 'person_id'>

/** Changes a team that stands. `change` returns what the audit trail says of it; null where it changed nothing. */
async function correctTeam(
  { db, now }: CorrectionGame,
  by: By,
  teamId: string,
  change: (db: Writer, team: TeamRow, notify: Notify) => Promise<Done | null>,
): Promise<void> {
  const at = now()
  await db.write({ on: 'roster' }, async (writer, notify) => {
    const done = await change(writer, await requireActiveTeam(writer, teamId), notify)
    if (done === null) notify('nobody')
    else await audit(writer, at, by, { ...done, team_id: teamId })
  })
}

function setTeam(db: Writer, teamId: string, values: Partial<Tables['teams']>) {
  return db.updateTable('teams').set(values).where('team_id', '=', teamId).execute()
}

/** Rule 3 holds for the new name too. */
export function renameTeam(game: CorrectionGame, by: By, teamId: string, teamName: string): Promise<void> {
  return correctTeam(game, by, teamId, async (db, team, notify) => {
    if (team.team_name === teamName) return null
    if (await isTeamNameTaken(db, teamName, teamId)) throw new Refusal('TEAM_NAME_TAKEN')
    await setTeam(db, teamId, { team_name: teamName, name_key: uniqueTeamName(teamName) })
    notify({ of: calls.renameTeam.touches, users: await readConcerned(db, teamId), vendors: 'all' })
    return { what: 'rename_team', about: `${team.team_name} → ${teamName}` }
  })
}

/** Rule 15. Requests to join end, because those who asked may no longer see the team. Hiding a hidden team is OK. */
export function hideTeam(game: CorrectionGame, by: By, teamId: string): Promise<void> {
  return correctTeam(game, by, teamId, async (db, team, notify) => {
    if (team.hidden_at !== null) return null
    const asking = await readApplicants(db, teamId)
    const captainsOf = asking.length > 0 ? [teamId] : []
    notify({ of: calls.hideTeam.touches, users: asking, captainsOf, vendors: 'all' })
    await setTeam(db, teamId, { hidden_at: game.now() })
    await db.deleteFrom('invites').where('team_id', '=', teamId).execute()
    return { what: 'hide_team', about: team.team_name }
  })
}

export function showTeam(game: CorrectionGame, by: By, teamId: string): Promise<void> {
  return correctTeam(game, by, teamId, async (db, team, notify) => {
    if (team.hidden_at === null) return null
    notify({ of: calls.showTeam.touches, vendors: 'all' })
    await setTeam(db, teamId, { hidden_at: null })
    return { what: 'show_team', about: team.team_name }
  })
}

/** Makes a member the captain, for example if the captain has gone home. */
export function makeCaptain(game: CorrectionGame, by: By, teamId: string, playerId: string): Promise<void> {
  return correctTeam(game, by, teamId, async (db, team, notify) => {
    if ((await findTeamOf(db, playerId))?.team_id !== teamId) throw new Refusal('PLAYER_NOT_FOUND')
    if (team.captain_id === playerId) return null
    notify({ of: calls.makeCaptain.touches, users: [playerId, team.captain_id], teams: [teamId] })
    await setTeam(db, teamId, { captain_id: playerId })
    return { what: 'make_captain', about: team.team_name, person_id: playerId }
  })
}

/** Gives a team a new tag, for example if its own is lost. The old one is free again. */
export function attachTag(game: CorrectionGame, by: By, teamId: string, nfcId: string): Promise<void> {
  return correctTeam(game, by, teamId, async (db, team, notify) => {
    const tag = await findTag(db, nfcId)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (tag.nfc_type !== 'team') throw new Refusal('TAG_WRONG_TYPE')
    if (tag.team_id === teamId) return null
    if (tag.team_id !== null) throw new Refusal('TAG_TAKEN')
    await db.updateTable('tags').set({ team_id: null }).where('team_id', '=', teamId).execute()
    await db.updateTable('tags').set({ team_id: teamId }).where('nfc_id', '=', nfcId).execute()
    // Booths find teams by their tags, in the list of all teams.
    notify({ of: calls.attachTag.touches, to: 'staff' })
    return { what: 'attach_tag', about: `${team.team_name}: ${nfcId}` }
  })
}
