import type { Handler } from '../../call-context'

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { caller, readings }) => {
  const list = await readings.teamList(caller.vendorId === null ? 'player' : 'staff')
  return version === list.version ? { teams: [], version, unchanged: true } : list.output
}
