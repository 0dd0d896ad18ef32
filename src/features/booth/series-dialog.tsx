import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Team } from '#contract/entities'
import { formatRemaining } from '#lib/duration'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { useOutbox } from '../../offline/page-outbox'
import { Button } from '../../ui/button'
import { TeamSearch } from '../../ui/team-search'
import { useNow } from '../../ui/use-now'
import { Scanner, ScannerFrame } from '../scanner/scanner'
import { AwardState } from './award-state'
import { standingOf } from './give-award'
import { useVoidsElsewhere } from './undo-award'
import { type SeriesOf, type SeriesScan, useSeries } from './use-series'

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
