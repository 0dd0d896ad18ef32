import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { boothAwardsQuery, teamsQuery } from '../../api/merging-queries'
import { Button } from '../../ui/button'
import { TeamSearch } from '../../ui/team-search'
import { Scanner } from '../scanner/scanner'
import { ScannerFrame } from '../scanner/scanner-frame'
import { SeriesScans } from './series-scans'
import { type SeriesOf, useSeries } from './use-series'

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
          className="min-h-12 w-full cursor-pointer rounded-control px-2 text-left font-semibold hover:bg-raised"
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
          <div className="min-h-0 flex-1 overflow-y-auto px-4">
            <TeamSearch
              list={list}
              emptyText={awardTexts.noTeams}
              limit={FOUND_AT_MOST}
              moreText={awardTexts.someShown}
              Row={FoundTeam}
            />
            <Button variant="secondary" className="mt-3 w-full" onClick={() => setSearching(false)}>
              <ChevronLeft aria-hidden className="size-5" />
              {awardTexts.toScanner}
            </Button>
          </div>
        ) : (
          <Scanner onEach={take} sameWithinMs={sameWithinMs}>
            <Button variant="secondary" arrives onClick={() => setSearching(true)}>
              <Search aria-hidden className="size-5" />
              {teamTexts.findTitle}
            </Button>
          </Scanner>
        )}
      </div>
      <SeriesScans scans={scans} />
    </ScannerFrame>
  )
}
