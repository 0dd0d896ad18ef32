import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { checkCooldown } from '#contract/calls/booth'
import type { Cooldown } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { serverReachable } from '../../api/connection'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { teamsQuery } from '../../api/merging-queries'
import { query } from '../../api/queries'

/** How long a team at the booth waits for the server's response about its cooldowns, in ms. */
const PATIENCE_MS = 1_500

export type TeamAtBooth =
  | { readonly is: 'asking' }
  /** Disbanded, or never existed. */
  | { readonly is: 'gone' }
  | {
      readonly is: 'there'
      readonly team: { readonly team_id: string; readonly team_name: string; readonly emblem?: number | undefined }
      /** True if the server or this device's team list knows the team; otherwise only its scanned code does. */
      readonly listed: boolean
      readonly cooldowns: readonly Cooldown[]
      /** True if the cooldowns are the server's current state. */
      readonly connected: boolean
    }

/** A team that a booth is about to award: from the server, or from cached data if the server doesn't respond. */
export function useTeamAtBooth(teamId: string): TeamAtBooth {
  const asked = useQuery({ ...query(checkCooldown, { team_id: teamId }), refetchInterval: useRefreshInterval() })
  const { data: list } = useQuery(teamsQuery())
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  if (hasCode(asked.error, 'TEAM_NOT_FOUND')) return { is: 'gone' }
  const ofNow = asked.isFetchedAfterMount || !asked.isStale
  if (!ofNow && asked.isFetching && patient) return { is: 'asking' }
  const named = asked.data?.team ?? list?.teams.find((team) => team.team_id === teamId)
  return {
    is: 'there',
    team: { team_id: teamId, team_name: named?.team_name ?? awardTexts.unlistedTeamName, emblem: named?.emblem },
    listed: named !== undefined,
    cooldowns: asked.data?.cooldowns ?? [],
    connected: reachable && asked.isSuccess && ofNow,
  }
}
