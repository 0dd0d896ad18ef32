import type { Handler } from '../../call-context'

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { caller, readings }) => {
  const role = caller.vendorId === null ? 'player' : 'staff'
  const list = await readings.teamList(caller.organiser ? 'organiser' : role)
  return version === list.version ? { teams: [], version, unchanged: true } : list.output
}
