import { isTeamFull } from '#rules/membership'
import { PreparedOutput, type VersionedOutput, versioned } from './prepared'
import type { ListedTeam, RankedTeams } from './standings'

/** Only staff see the tags of teams, to find a team by its tag while offline. */
export type TeamListReader = 'staff' | 'player'

function teamList({ teams }: RankedTeams, teamMaxMembers: number, reader: TeamListReader): VersionedOutput {
  const entries = teams.map(({ nameJson, points, rank, memberCount, tagJson }) => {
    const tag = reader === 'staff' ? `,${tagJson}` : ''
    const isFull = isTeamFull(memberCount, teamMaxMembers)
    return `{${nameJson},"points":${points},"rank":${rank},"member_count":${memberCount},"is_full":${isFull}${tag}}`
  })
  return versioned(`"teams":[${entries.join(',')}]`)
}

/** The list of all teams, serialised once per role while neither the teams nor the maximum team size change. */
export function createTeamList() {
  const written = new Map<TeamListReader, { of: RankedTeams; teamMaxMembers: number; list: VersionedOutput }>()
  return (of: RankedTeams, teamMaxMembers: number, reader: TeamListReader): VersionedOutput => {
    const known = written.get(reader)
    if (known?.of === of && known.teamMaxMembers === teamMaxMembers) return known.list
    const list = teamList(of, teamMaxMembers, reader)
    written.set(reader, { of, teamMaxMembers, list })
    return list
  }
}

/** A frozen list with the points of one team as they are now, for its members (rule 16). */
export function withLivePoints(frozen: VersionedOutput, { nameJson, points }: ListedTeam): VersionedOutput {
  const { bulk } = frozen.output
  const row = Buffer.from(`{${nameJson},"points":`)
  const start = bulk?.indexOf(row) ?? -1
  if (bulk === null || start < 0) return frozen
  const end = bulk.indexOf(',', start + row.length)
  const before = bulk.subarray(0, start + row.length)
  const version = `${frozen.version}-${points}`
  const live = Buffer.concat([before, Buffer.from(String(points)), bulk.subarray(end)])
  return { version, output: new PreparedOutput(`"version":"${version}",`, live) }
}
