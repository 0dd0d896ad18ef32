import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { PointType, Team } from '#contract/entities'
import { serverNow } from '#lib/server-clock'
import { awardTexts } from '#texts/booth'
import { scanTexts } from '#texts/scan'
import { serverReachable } from '../../api/connection'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { captureClocks } from '../../offline/clock'
import { createOutboxEntry } from '../../offline/entry'
import { pageOutbox } from '../../offline/page-outbox'
import { createRepeatGuard } from '../../scanner/repeat-guard'
import type { FoundTarget } from '../../scanner/scan-target'
import { signalRefused } from '../../ui/signal'
import { signalStored } from '../outbox/use-outbox-signals'
import { type Followed, giveAward } from './give-award'
import { type Pause, pauseOf } from './pause'

/**
 * A team scanned again within this time (ms) is still the same scan: its code left the picture for a moment, or its tag was
 * read as well. Longer where no pause would tell the second scan from the first.
 */
const SAME_TEAM_MS = { withPause: 1_000, withoutPause: 3_000 } as const
/** The awards of a series that stay in view, so that a mistake noticed late can be undone here. */
const IN_VIEW = 20

interface ScannedTeam {
  readonly team_id: string
  readonly team_name: string
}

type Outcome =
  | { readonly is: 'given'; readonly team: ScannedTeam; readonly followed: Followed }
  | { readonly is: 'paused'; readonly team: ScannedTeam; readonly pause: Pause }
  /** Nothing that points can be given to. */
  | { readonly is: 'no-team'; readonly text: string }

export type SeriesScan = Outcome & { readonly number: number }

export interface SeriesOf {
  readonly userId: string
  readonly vendorId: string
  readonly pointType: PointType
}

/** The team of a scanned code or tag; null if there is none. A code tells the team by itself, a tag is looked up, where `mayAsk` at the server too. */
async function teamOf(target: FoundTarget, client: QueryClient, mayAsk: boolean): Promise<ScannedTeam | null> {
  const held = client.getQueryData(teamsQuery().queryKey)?.teams ?? []
  switch (target.is) {
    case 'team': {
      const listed = held.find(({ team_id }) => team_id === target.teamId)
      return listed ?? { team_id: target.teamId, team_name: awardTexts.unlistedTeamName }
    }
    case 'tag': {
      const ofTag = ({ nfc_id }: Pick<Team, 'nfc_id'>) => nfc_id === target.nfcId
      const known = held.find(ofTag)
      if (known !== undefined || !mayAsk) return known ?? null
      // A team founded since the list was fetched.
      const fresh = await client.fetchQuery({ ...teamsQuery(), retry: false }).catch(() => null)
      return fresh?.teams.find(ofTag) ?? null
    }
    case 'sign-in-link':
    case 'vouchers':
      return null
  }
}

/** Gives one point type to each team that is scanned, through the outbox like any other award. */
export function useSeries({ userId, vendorId, pointType }: SeriesOf) {
  const client = useQueryClient()
  const [scans, setScans] = useState<readonly SeriesScan[]>([])
  const sameWithinMs = SAME_TEAM_MS[pointType.cooldown_seconds > 0 ? 'withPause' : 'withoutPause']
  const [isNew] = useState(() => createRepeatGuard(() => performance.now(), sameWithinMs))

  const add = useCallback((outcome: Outcome) => {
    setScans((before) => [{ ...outcome, number: (before[0]?.number ?? 0) + 1 }, ...before.slice(0, IN_VIEW - 1)])
  }, [])
  // All state is read at the moment of the scan: the camera restarts when the function that takes its readings changes.
  const pauseOfTeam = useCallback(
    (teamId: string): Pause => {
      const listed = client.getQueryData(boothAwardsQuery().queryKey)
      const team = { team_id: teamId, vendor_id: vendorId }
      return pauseOf(team, pointType, { ...pageOutbox.view(), listed, userId }, serverReachable.get(), serverNow())
    },
    [client, userId, vendorId, pointType],
  )

  const give = useCallback(
    (team: ScannedTeam) => {
      if (!isNew(team.team_id)) return
      const pause = pauseOfTeam(team.team_id)
      if (pause.seconds > 0 && pause.forbids) {
        signalRefused()
        add({ is: 'paused', team, pause })
        return
      }
      const entry = createOutboxEntry({ userId, vendorId, team, pointType }, captureClocks())
      add({ is: 'given', team, followed: { awardId: entry.awardId, unstored: null, pending: true } })
      void giveAward(entry, (followed) => {
        // Nothing is claimed by sound before it is stored.
        if (!followed.pending && followed.unstored === null) signalStored(followed.awardId)
        else if (followed.unstored?.is === 'not-kept' || followed.unstored?.is === 'refused') signalRefused()
        setScans((before) =>
          before.map((scan) =>
            scan.is === 'given' && scan.followed.awardId === followed.awardId ? { ...scan, followed } : scan,
          ),
        )
      })
    },
    [add, isNew, pauseOfTeam, userId, vendorId, pointType],
  )

  const take = useCallback(
    (found: readonly FoundTarget[]) => {
      void Promise.all(found.map((target) => teamOf(target, client, found.length === 1))).then((of) => {
        const [team, ...others] = of.filter((one) => one !== null)
        const isOne = others.every(({ team_id }) => team_id === team?.team_id)
        if (team !== undefined && isOne) return give(team)
        const unknown = found.some(({ is }) => is === 'tag') ? scanTexts.notOnDevice : awardTexts.seriesNoTeam
        signalRefused()
        add({ is: 'no-team', text: isOne ? unknown : awardTexts.seriesTwoCards })
      })
    },
    [add, client, give],
  )
  return { scans, give, take, sameWithinMs }
}
