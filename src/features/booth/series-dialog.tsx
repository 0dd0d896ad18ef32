import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { PointType, Team } from '#contract/entities'
import { formatRemaining } from '#lib/duration'
import { serverNow } from '#lib/server-clock'
import { awardTexts } from '#texts/booth'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { serverReachable } from '../../api/connection'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { captureClocks } from '../../offline/clock'
import { createOutboxEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { createRepeatGuard } from '../../scanner/looks'
import type { FoundTarget } from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { signalRefused } from '../../ui/signal'
import { TeamSearch } from '../../ui/team-search'
import { useNow } from '../../ui/use-now'
import { signalStored } from '../outbox/use-outbox-signals'
import { Scanner, ScannerFrame } from '../scanner/scanner'
import { AwardState } from './award-state'
import { type Followed, giveAward, standingOf } from './give-award'
import { type Pause, pauseOf } from './pause'
import { useVoidsElsewhere } from './undo-award'

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

type ScanOutcome =
  | { readonly is: 'given'; readonly team: ScannedTeam; readonly followed: Followed }
  | { readonly is: 'paused'; readonly team: ScannedTeam; readonly pause: Pause }
  /** Nothing that points can be given to. */
  | { readonly is: 'no-team'; readonly text: string }

type SeriesScan = ScanOutcome & { readonly number: number }

interface SeriesOf {
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
function useSeries({ userId, vendorId, pointType }: SeriesOf) {
  const client = useQueryClient()
  const [scans, setScans] = useState<readonly SeriesScan[]>([])
  const sameWithinMs = SAME_TEAM_MS[pointType.cooldown_seconds > 0 ? 'withPause' : 'withoutPause']
  const [isNew] = useState(() => createRepeatGuard(() => performance.now(), sameWithinMs))

  const add = useCallback((outcome: ScanOutcome) => {
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

/** More would have to be scrolled, and typing is quicker. */
const FOUND_AT_MOST = 4

/** One point type for team after team: the scanner stays open, and each team that it reads gets the points without a tap. */
export function SeriesDialog({ onClose, ...of }: SeriesOf & { onClose: () => void }) {
  const { scans, give, take, sameWithinMs } = useSeries(of)
  const [searching, setSearching] = useState(false)
  // Both tell the pauses and names that a scan is judged by.
  useQuery(boothAwardsQuery())
  const list = useQuery(teamsQuery())
  const FoundTeam = useCallback(
    ({ team }: { team: Team }) => (
      <li>
        <button
          type="button"
          onClick={() => {
            give(team)
            setSearching(false)
          }}
          className="-mx-2 min-h-12 w-[calc(100%+1rem)] cursor-pointer rounded-control px-2 text-left font-semibold hover:bg-raised"
        >
          {team.team_name}
        </button>
      </li>
    ),
    [give],
  )
  const { label, points } = of.pointType
  return (
    <ScannerFrame
      onClose={onClose}
      title={
        <>
          <span className="block text-sm font-medium text-soft">{awardTexts.series}</span>
          {label} <span className="whitespace-nowrap text-accent">{teamTexts.signedPoints(points)}</span>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col">
        {searching ? (
          <div className="mx-auto min-h-0 w-full max-w-2xl flex-1 overflow-y-auto px-4">
            <TeamSearch
              list={list}
              emptyText={awardTexts.noTeams}
              limit={FOUND_AT_MOST}
              moreText={awardTexts.someShown}
              Row={FoundTeam}
            />
            <Button icon={ChevronLeft} variant="secondary" className="mt-3 w-full" onClick={() => setSearching(false)}>
              {awardTexts.toScanner}
            </Button>
          </div>
        ) : (
          <Scanner onEach={take} sameWithinMs={sameWithinMs}>
            <Button icon={Search} variant="secondary" arrives onClick={() => setSearching(true)}>
              {teamTexts.findTitle}
            </Button>
          </Scanner>
        )}
      </div>
      <SeriesScans scans={scans} />
    </ScannerFrame>
  )
}

/** What became of each scan of a series: the newest in large letters, and below it those that may still be undone. */
function SeriesScans({ scans }: { scans: readonly SeriesScan[] }) {
  const now = useNow()
  useVoidsElsewhere(now)
  const [newest, ...earlier] = scans
  const given = earlier.filter((scan) => scan.is === 'given')
  return (
    // As high before the first scan as after it, so that nothing moves under a thumb.
    <section
      aria-label={awardTexts.series}
      className="h-[min(14rem,40dvh)] shrink-0 overflow-y-auto overscroll-contain border-t border-line bg-surface px-4 pt-3 pb-4"
    >
      <p role="status" className="text-3xl leading-tight font-bold wrap-anywhere">
        {newest === undefined ? awardTexts.seriesReady : newest.is === 'no-team' ? null : newest.team.team_name}
      </p>
      <ul>
        {newest !== undefined && (
          <li key={newest.number}>
            <Outcome scan={newest} now={now} />
          </li>
        )}
        {given.map((scan) => (
          <li key={scan.number} className="mt-2 border-t border-line pt-2">
            <p className="font-semibold wrap-anywhere">{scan.team.team_name}</p>
            <Outcome scan={scan} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ scan, now }: { scan: SeriesScan; now: number }) {
  const view = useOutbox()
  switch (scan.is) {
    case 'no-team':
      return (
        <p role="alert" className="text-lg font-semibold text-warn">
          {scan.text}
        </p>
      )
    case 'paused':
      return (
        <p role="alert" className="text-lg font-semibold text-warn">
          {awardTexts.pause(formatRemaining(scan.pause.seconds))}
          {scan.pause.predicted && <span className="block text-sm">{awardTexts.prediction}</span>}
        </p>
      )
    case 'given': {
      const standing = standingOf(view, scan.followed)
      const named = `series-${scan.followed.awardId}`
      return (
        <div className="text-lg max-[25rem]:text-base">
          <span id={named} hidden>
            {scan.team.team_name}
          </span>
          <AwardState standing={standing} now={now} describedBy={named} />
        </div>
      )
    }
  }
}
