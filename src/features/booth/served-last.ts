import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/entities'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { useOutbox } from '../../offline/outbox/page-outbox'

/** The teams that this booth gave points to last, newest first: by this device's waiting awards, then by the booth's list. */
export function useServedLast(userId: string, limit: number): readonly Team[] {
  const { entries, recorded } = useOutbox()
  const { data: listed } = useQuery({ ...boothAwardsQuery(), enabled: false })
  const { data: list } = useQuery(teamsQuery())
  const waiting = entries.filter((entry) => entry.userId === userId).map(({ teamId }) => teamId)
  const since = [...recorded.values()].filter(({ voided }) => !voided).map(({ team_id }) => team_id)
  const told = (listed?.awards ?? []).filter(({ voided }) => !voided).map(({ team_id }) => team_id)
  const ids = new Set([...waiting.reverse(), ...since.reverse(), ...told])
  const teams = new Map((list?.teams ?? []).map((team) => [team.team_id, team]))
  return [...ids].flatMap((id) => teams.get(id) ?? []).slice(0, limit)
}
