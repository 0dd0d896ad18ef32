import { emblemOf } from '#rules/emblem'
import type { Handler } from '../../call-context'
import { readProfile } from '../../db/queries/accounts'
import { readVendorAwards } from '../../db/queries/awards'
import { type LastGiven, readLastGivenBy, readRunningPauses, showCooldown } from '../../db/queries/cooldowns'
import { findTeam } from '../../db/queries/teams'
import { Refusal } from '../../refusal'

export const listVendors: Handler<'listVendors'> = (_input, { readings }) => readings.vendors()

const MOST = 200

export const listAwards: Handler<'listAwards'> = async (_input, { game, caller }) => ({
  awards: await readVendorAwards(game.db.read, caller.vendorId, MOST),
})

/** For staff: each point type of their booth for a team. For a player: the running cooldowns of their own team. */
export const checkCooldown: Handler<'checkCooldown'> = async ({ team_id }, { game, caller, readings }) => {
  const now = game.now()
  const show = ({ vendor_id, point_type, cooldown_seconds, latest }: LastGiven) =>
    showCooldown({ vendor_id, team_id, point_type }, cooldown_seconds, latest, now)

  if (caller.vendorId === null) {
    const { team } = await readProfile(game.db.read, caller.userId)
    if (team?.team_id !== team_id) throw new Refusal('FORBIDDEN')
    const cooldowns = (await readRunningPauses(game.db.read, team_id, now)).map(show)
    const { team_name, emblem } = team
    return { team: { team_id, team_name, emblem }, cooldowns: cooldowns.filter((one) => one.remaining_seconds > 0) }
  }
  // The cached standings lack a team that another server has just founded.
  const listed = (await readings.standings()).byId.get(team_id)
  const founded = listed === undefined ? await findTeam(game.db.read, team_id) : undefined
  const team_name = listed?.teamName ?? founded?.team_name
  if (team_name === undefined || listed?.hidden === true) throw new Refusal('TEAM_NOT_FOUND')
  const emblem = listed?.emblem ?? emblemOf(team_id, founded?.emblem)
  const cooldowns = (await readLastGivenBy(game.db.read, caller.vendorId, team_id)).map(show)
  return { team: { team_id, team_name, emblem }, cooldowns }
}
