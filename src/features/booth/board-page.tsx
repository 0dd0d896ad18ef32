import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import type { PointType, Team, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { sessionTexts } from '#texts/session'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../api/errors'
import { query } from '../../api/queries'
import { boothAwardsQuery, teamsQuery } from '../../api/score-queries'
import { BoothRows, Worth } from '../../game/booth-rows'
import { MessageLine } from '../../game/messages'
import { TeamSearch } from '../../game/team-search'
import { useOutboxAfterPaint } from '../../offline/page-outbox'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { useWideScreen } from '../../ui/device-screen'
import { useLazyDialog } from '../../ui/dialog'
import { ButtonsSkeleton, mayLackNewest, QueryState } from '../../ui/loading'
import { allowSound } from '../../ui/signal'
import { OutboxLine, OutboxPanel } from '../outbox/outbox-panel'
import { BoothAwards } from './awards-page'
import { LostBooth } from './booth-failed'
import { SEARCH_HASH } from './latest-award'

/** Number of awards next to the search on a desktop. */
const NEWEST_BESIDE = 8

/** The screen 'Nadzorna ploča': the ways to find a team, the outbox, and all booths. */
export function BoardPage() {
  const user = useUser()
  // Do not fetch here: the layout fetches once the page is idle; on a wide screen, the list itself
  // fetches at once.
  const awards = useQuery({ ...boothAwardsQuery(), enabled: false })
  const vendors = useQuery(query(listVendors, {}))
  const { isPending: areTeamsPending } = useQuery(teamsQuery())
  const isWide = useWideScreen()
  const booth = vendors.data?.vendors.find((vendor) => vendor.vendor_id === user.vendor_id)
  if (user.vendor_id === null || hasCode(awards.error, 'FORBIDDEN')) return <LostBooth />

  const areAwardsPending = awards.data === undefined && !awards.isError
  const isClosed = booth === undefined && !mayLackNewest(vendors)
  const hasSeries = booth?.point_types.length !== 0 && (vendors.isPending || booth !== undefined)
  return (
    <div className="flex flex-col gap-5 short:gap-3">
      <div>
        {/* Always as high as a message, so that a message moves nothing (fault 57). */}
        <div className="group flex min-h-12 items-center gap-3">
          <p className="ground font-medium text-soft group-has-[[data-message]]:hidden md:hidden">
            {sessionTexts.board}
          </p>
          <MessageLine userId={user.id} />
        </div>
        <h1 className="text-3xl font-bold short:text-2xl">
          {user.vendor?.name ?? sessionTexts.board}
        </h1>
        <OutboxLine />
        {(isClosed || booth?.point_types.length === 0) && (
          <p className="mt-1 flex items-center gap-2 text-lg text-warn">
            <TriangleAlert aria-hidden className="size-5 shrink-0" />
            {isClosed ? awardTexts.boothClosed : awardTexts.noPointTypes}
          </p>
        )}
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {/* The outbox is below the controls that staff tap most: waiting awards come and go. */}
        <div className="flex min-w-0 flex-col gap-5">
          <FindTeam
            userId={user.id}
            series={hasSeries && <Series userId={user.id} booth={booth} />}
            isSeriesLoading={hasSeries && booth === undefined}
          />
          <div data-of-outbox="panel" className="empty:hidden">
            <OutboxPanel userId={user.id} />
          </div>
        </div>
        {/* Phones show awards on their own screen. */}
        {isWide && <BoothAwards newest={NEWEST_BESIDE} />}
      </div>
      {/* Render only after the series' buttons and the teams served last: they are above the booths
          and would move them. */}
      {!(vendors.isPending || areTeamsPending || areAwardsPending) && (
        <AllBooths ownVendorId={user.vendor_id} />
      )}
    </div>
  )
}

/**
 * All booths of the event, for visitors who ask for directions. Collapsed, because staff rarely
 * need it.
 */
function AllBooths({ ownVendorId }: { ownVendorId: string }) {
  const vendors = useQuery(query(listVendors, {}))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="all-booths">
      <details className="group/booths" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="ground flex min-h-12 cursor-pointer list-none items-center gap-2 self-start [&::-webkit-details-marker]:hidden">
          <h2 id="all-booths" className="text-lg font-bold">
            {teamTexts.boothsTitle}
          </h2>
          <ChevronDown aria-hidden className="size-5 text-soft group-open/booths:rotate-180" />
        </summary>
        {isOpen && (
          <QueryState
            query={vendors}
            empty={({ vendors: all }) => all.length === 0}
            emptyText={teamTexts.noBooths}
          >
            {({ vendors: all }) => <BoothRows booths={all} ownVendorId={ownVendorId} />}
          </QueryState>
        )}
      </details>
    </section>
  )
}

const loadSeries = async () => (await import('./series-dialog')).SeriesDialog

/**
 * Starts a series with a point type. Reserves its space before the booth is known. Loads the
 * dialog's chunk on the first tap.
 */
function Series({ userId, booth }: { userId: string; booth: Vendor | undefined }) {
  const { open, close, isLoading, Dialog } = useLazyDialog(loadSeries, awardTexts.seriesNotLoaded)
  const [chosen, setChosen] = useState<PointType | null>(null)
  function start(pointType: PointType) {
    allowSound()
    setChosen(pointType)
    open()
  }
  return (
    <section aria-label={awardTexts.series}>
      <h3 className="mb-2 text-sm font-semibold text-soft">{awardTexts.series}</h3>
      <div className="flex flex-wrap gap-2">
        {booth === undefined && <ButtonsSkeleton />}
        {booth?.point_types.map((pointType) => (
          <Button
            key={pointType.point_type}
            variant="secondary"
            busy={isLoading}
            aria-haspopup="dialog"
            aria-label={awardTexts.seriesOf(
              pointType.label,
              pointType.points === 0 ? null : teamTexts.signedPoints(pointType.points),
            )}
            className="px-[min(1rem,4vw)]!"
            onClick={() => start(pointType)}
          >
            <span>
              {pointType.label}{' '}
              <Worth points={pointType.points} className="text-accent tabular-nums" />
            </span>
          </Button>
        ))}
      </div>
      {booth !== undefined && chosen !== null && Dialog && (
        <Dialog
          userId={userId}
          vendorId={booth.vendor_id}
          pointTypes={booth.point_types}
          first={chosen}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The number of teams listed: more would push the rest of the board off a phone's screen. */
const LIMIT = 6

/**
 * Finds a team by name, for when its code can't be read. Before anything is typed, it lists the
 * teams that this booth served last.
 */
function FindTeam({
  userId,
  series,
  isSeriesLoading,
}: {
  userId: string
  series: ReactNode
  isSeriesLoading: boolean
}) {
  const list = useQuery(teamsQuery())
  const served = useServedLast(userId, LIMIT)
  const searchRequested = useLocation({ select: ({ hash }) => hash === SEARCH_HASH })
  return (
    <TeamSearch
      list={list}
      emptyText={awardTexts.noTeams}
      limit={LIMIT}
      Row={AwardRow}
      idle={{ teams: served, title: awardTexts.servedLast, emptyText: awardTexts.nobodyServed }}
      focused={searchRequested}
      belowField={series}
      isBelowFieldLoading={isSeriesLoading}
    />
  )
}

const AwardRow = memo(function AwardRow({ team }: { team: Team }) {
  return (
    <li>
      <Link
        to="/qr/$qrSlug"
        params={{ qrSlug: team.team_id }}
        className="flex min-h-14 items-center justify-between gap-3 -mx-2 rounded-control px-2 py-2 hover:bg-raised"
      >
        <span className="min-w-0">
          <span className="block font-semibold">{team.team_name}</span>
          <span className="block text-sm text-soft">{teamTexts.standing(team)}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  )
})

/**
 * The teams that this booth served last, newest first: from this account's awards in the outbox,
 * then from the booth's list. Null if the outbox has none and the list is not loaded yet.
 */
function useServedLast(userId: string, limit: number): readonly Team[] | null {
  const { entries } = useOutboxAfterPaint()
  const { data: listed, isError } = useQuery({ ...boothAwardsQuery(), enabled: false })
  const { data: list } = useQuery(teamsQuery())
  const waiting = entries.filter((entry) => entry.userId === userId).map(({ teamId }) => teamId)
  const recorded = (listed?.awards ?? [])
    .filter(({ voided }) => !voided)
    .map(({ team_id }) => team_id)
  const ids = new Set([...waiting.reverse(), ...recorded])
  if (ids.size === 0 && listed === undefined && !isError) return null
  const teams = new Map((list?.teams ?? []).map((team) => [team.team_id, team]))
  return [...ids].flatMap((id) => teams.get(id) ?? []).slice(0, limit)
}
