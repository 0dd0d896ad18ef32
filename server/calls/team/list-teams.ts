import type { Caller, Handler } from '../../call-context'
import type { VersionedOutput } from '../../readings/prepared'
import type { Readings } from '../../readings/readings'

async function readListFor({ vendorId, userId }: Caller, readings: Readings): Promise<VersionedOutput> {
  if (vendorId !== null) return await readings.teamList('staff')
  const { team } = await readings.profile(userId)
  return await readings.teamList('player', team?.team_id)
}

/** All teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { caller, readings }) => {
  const list = await readListFor(caller, readings)
  return version === list.version ? { teams: [], version, unchanged: true } : list.output
}
