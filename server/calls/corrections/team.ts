import { calls } from '#contract/calls'
import { uniqueTeamNameKey } from '#rules/team-name'
import { audit } from '../../audit'
import type { Correction } from '../../call-context'
import type { Notify, Writer } from '../../db/database'
import type { AuditEntry } from '../../db/queries/audit'
import { findTypedTag } from '../../db/queries/tags'
import {
  findTeamOf,
  isTeamNameTaken,
  readApplicants,
  readConcerned,
  setCaptain,
  type TeamRow,
} from '../../db/queries/teams'
import type { Tables } from '../../db/tables'
import { Refusal } from '../../refusal'
import { requireActiveTeam } from './guards'

/**
 * Corrects a team that is not disbanded. `change` returns the text for the audit trail; null if
 * nothing changed.
 */
async function correctTeam(
  { game, by }: Parameters<Correction<'hideTeam'>>[1],
  teamId: string,
  change: (
    db: Writer,
    team: TeamRow,
    notify: Notify,
  ) => Promise<Pick<AuditEntry, 'what' | 'about' | 'person_id'> | null>,
): Promise<void> {
  const now = game.now()
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const entry = await change(db, await requireActiveTeam(db, teamId), notify)
    if (entry === null) notify('nobody')
    else await audit(db, now, by, { ...entry, team_id: teamId })
  })
}

function setTeam(db: Writer, teamId: string, values: Partial<Tables['teams']>) {
  return db.updateTable('teams').set(values).where('team_id', '=', teamId).execute()
}

/** Renames a team. Rule 3 applies to the new name too. */
export const renameTeam: Correction<'renameTeam'> = ({ team_id, team_name }, context) =>
  correctTeam(context, team_id, async (db, team, notify) => {
    if (team.team_name === team_name) return null
    if (await isTeamNameTaken(db, team_name, team_id)) throw new Refusal('TEAM_NAME_TAKEN')
    await setTeam(db, team_id, { team_name, name_key: uniqueTeamNameKey(team_name) })
    notify({
      of: calls.renameTeam.touches,
      users: await readConcerned(db, team_id),
      vendors: 'all',
    })
    return { what: 'rename_team', about: `${team.team_name} → ${team_name}` }
  })

/**
 * Rule 15: hides a team. Ends join requests, because the applicants may no longer see the team.
 * Hiding a hidden team changes nothing.
 */
export const hideTeam: Correction<'hideTeam'> = ({ team_id }, context) =>
  correctTeam(context, team_id, async (db, team, notify) => {
    if (team.hidden_at !== null) return null
    const applicants = await readApplicants(db, team_id)
    const captainsOf = applicants.length > 0 ? [team_id] : []
    notify({ of: calls.hideTeam.touches, users: applicants, captainsOf, vendors: 'all' })
    await setTeam(db, team_id, { hidden_at: context.game.now() })
    await db.deleteFrom('invites').where('team_id', '=', team_id).execute()
    return { what: 'hide_team', about: team.team_name }
  })

export const showTeam: Correction<'showTeam'> = ({ team_id }, context) =>
  correctTeam(context, team_id, async (db, team, notify) => {
    if (team.hidden_at === null) return null
    notify({ of: calls.showTeam.touches, vendors: 'all' })
    await setTeam(db, team_id, { hidden_at: null })
    return { what: 'show_team', about: team.team_name }
  })

/** Makes a member the captain, for example if the captain has gone home. */
export const makeCaptain: Correction<'makeCaptain'> = ({ team_id, player_id }, context) =>
  correctTeam(context, team_id, async (db, team, notify) => {
    if ((await findTeamOf(db, player_id))?.team_id !== team_id)
      throw new Refusal('PLAYER_NOT_FOUND')
    if (team.captain_id === player_id) return null
    notify({ of: calls.makeCaptain.touches, users: [player_id, team.captain_id], teams: [team_id] })
    await setCaptain(db, team_id, player_id)
    return { what: 'make_captain', about: team.team_name, person_id: player_id }
  })

/** Gives a team another tag, for example because it lost its own. Frees the tag that it had. */
export const attachTag: Correction<'attachTag'> = ({ team_id, nfc_id: typed }, context) =>
  correctTeam(context, team_id, async (db, team, notify) => {
    const tag = await findTypedTag(db, typed)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    const { nfc_id } = tag
    if (tag.nfc_type !== 'team') throw new Refusal('TAG_WRONG_TYPE')
    if (tag.team_id === team_id) return null
    if (tag.team_id !== null) throw new Refusal('TAG_TAKEN')
    await db.updateTable('tags').set({ team_id: null }).where('team_id', '=', team_id).execute()
    await db.updateTable('tags').set({ team_id }).where('nfc_id', '=', nfc_id).execute()
    // Notifies staff, because booths find teams by tag in the list of all teams.
    notify({ of: calls.attachTag.touches, to: 'staff' })
    return { what: 'attach_tag', about: `${team.team_name}: ${nfc_id}` }
  })
