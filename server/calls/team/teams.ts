import { calls } from '#contract/calls'
import { teamNameKey, uniqueTeamName } from '#rules/team-name'
import type { Handler } from '../../call-context'
import type { Work, Writer } from '../../db/database'
import { readProfile } from '../../db/queries/accounts'
import { readVendorIds } from '../../db/queries/booths'
import { findTag } from '../../db/queries/tags'
import {
  addMember,
  disband,
  findRequestedTeam,
  insertTeam,
  isTeamNameTaken,
  logTeam,
  readConcerned,
} from '../../db/queries/teams'
import { countGuesses, countIf } from '../../limits'
import { randomId } from '../../random'
import { Refusal } from '../../refusal'
import { requireCaptain, requireTeamless } from './team-guards'

async function claimTag(db: Writer, nfcId: string, claimedType: string | undefined, teamId: string): Promise<void> {
  const tag = await findTag(db, nfcId)
  if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
  if (tag.nfc_type !== 'team' || (claimedType !== undefined && claimedType !== tag.nfc_type)) throw new Refusal('TAG_WRONG_TYPE')
  if (tag.team_id !== null) throw new Refusal('TAG_TAKEN')
  await db.updateTable('tags').set({ team_id: teamId }).where('nfc_id', '=', nfcId).execute()
}

/** Rule 2: the caller becomes captain, a pending request of theirs is withdrawn, and the tag, if given, is claimed. */
export const createTeam: Handler<'createTeam'> = async ({ team_name, emblem, nfc_id, nfc_type }, { game, caller, limits }) => {
  const now = game.now()
  const team_id = randomId(60)
  const found: Work<void> = async (db, tell) => {
    await requireTeamless(db, caller.userId)
    const requested = await findRequestedTeam(db, caller.userId)
    tell({ of: calls.createTeam.touches, users: [caller.userId], captainsOf: requested === undefined ? [] : [requested] })
    if (await isTeamNameTaken(db, team_name)) throw new Refusal('TEAM_NAME_TAKEN')
    const name_key = uniqueTeamName(team_name)
    await insertTeam(db, { team_id, team_name, name_key, captain_id: caller.userId, created_at: now, emblem })
    await logTeam(db, { team_id, at: now, what: 'founded', user_id: caller.userId })
    if (nfc_id !== undefined) {
      await claimTag(db, nfc_id, nfc_type, team_id)
      await logTeam(db, { team_id, at: now, what: 'tag', user_id: caller.userId, nfc_id })
    }
    await addMember(db, team_id, caller.userId, now)
  }
  const isFounded = (threw: unknown) => threw === null
  const write = () => game.db.write({ on: 'roster' }, found)
  await countIf(isFounded, limits.teamsFounded, caller.userId, () =>
    nfc_id === undefined ? write() : countGuesses(limits, caller, write),
  )
  return { team_id }
}

/** Only for the captain: every screen that names the team shows its emblem. */
export const pickEmblem: Handler<'pickEmblem'> = async ({ emblem }, { game, caller }) => {
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const { team_id } = await requireCaptain(db, caller.userId)
    await db.updateTable('teams').set({ emblem }).where('team_id', '=', team_id).execute()
    const { touches: of } = calls.pickEmblem
    tell({ of, users: await readConcerned(db, team_id), teams: [team_id], vendors: await readVendorIds(db) })
  })
  return {}
}

/** Rule 6: only for the captain, who has to type the name so that no team is disbanded by accident. */
export const disbandTeam: Handler<'disbandTeam'> = async ({ team_name }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireCaptain(db, caller.userId)
    if (teamNameKey(team_name) !== teamNameKey(team.team_name)) throw new Refusal('TEAM_NAME_MISMATCH')
    tell({ of: calls.disbandTeam.touches, users: await readConcerned(db, team.team_id), vendors: await readVendorIds(db) })
    await disband(db, team.team_id, now)
  })
  return {}
}

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { game, caller, readings }) => {
  const isStaff = caller.vendorId !== null
  const findOwnTeam = async () => (isStaff ? undefined : (await readProfile(game.db.read, caller.userId)).team?.team_id)
  const list = await readings.teamList(isStaff ? 'staff' : 'player', findOwnTeam)
  return version === list.version ? list.unchanged : list.output
}
