import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ADJUSTMENT_TYPE, type Award } from '#contract/entities'
import { formatDay } from '#lib/clock-time'
import { formatAgo } from '#lib/relative-date'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { fetchOlderAwards, type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import { Button } from '../../ui/button'
import { useListWindow, useWhenNear } from '../../ui/lists'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { useHasPassed, useNow } from '../../ui/use-now'

/** Awards rendered initially; more follow near the end of the list. */
const FIRST_ROWS = 30

/**
 * Where the points came from: the booth, or a hidden bonus. Empty for adjustments, whose label
 * already says it.
 */
function origin({ point_type, vendor_name }: Award): string[] {
  return point_type === ADJUSTMENT_TYPE ? [] : [vendor_name ?? teamTexts.bonus]
}

/** Tells a team without awards how to get some, until the event is over. */
function useEmptyText(points: TeamPoints | undefined): string {
  const isOver = useHasPassed(points?.ends_at == null ? null : Date.parse(points.ends_at))
  return isOver ? teamTexts.historyStayedEmpty : teamTexts.historyEmpty
}

export function PointsHistory() {
  const points = useQuery({ ...teamPointsQuery(), refetchInterval: useRefreshInterval() })
  const emptyText = useEmptyText(points.data)
  return (
    <Panel title={teamTexts.historyTitle}>
      <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={emptyText}>
        {({ awards, more = false }) => <Days awards={awards} more={more} />}
      </QueryState>
    </Panel>
  )
}

function byDay(awards: readonly Award[]): [day: string, ofDay: Award[]][] {
  const days = new Map<string, Award[]>()
  for (const award of awards) {
    const day = formatDay(Date.parse(award.awarded_at))
    const ofDay = days.get(day) ?? []
    ofDay.push(award)
    days.set(day, ofDay)
  }
  return [...days]
}

function Days({ awards, more }: { awards: readonly Award[]; more: boolean }) {
  const { shown, endRef } = useListWindow(awards.length, FIRST_ROWS)
  const hidden = shown < awards.length
  return (
    <div className="flex flex-col gap-5">
      {byDay(awards.slice(0, shown)).map(([day, ofDay], index) => (
        <section key={day} aria-labelledby={`day-${index}`}>
          <h3 id={`day-${index}`} className="mb-2 text-sm font-semibold text-soft">
            {day}
          </h3>
          <AwardList awards={ofDay} />
        </section>
      ))}
      {hidden ? <div ref={endRef} /> : more && <OlderAwards key={awards.length} />}
    </div>
  )
}

/** Fetches older awards near the end of the list, or by a button if that failed. */
function OlderAwards() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const load = useCallback(() => {
    setBusy(true)
    fetchOlderAwards(client)
      // Offline: the button remains.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }, [client])
  return (
    <Button ref={useWhenNear(load)} variant="secondary" busy={busy} onClick={load}>
      {teamTexts.older}
    </Button>
  )
}

/** Number of awards beside the card. */
const LATEST_COUNT = 5

export function LatestPoints() {
  const points = useQuery({ ...teamPointsQuery(), refetchInterval: useRefreshInterval() })
  const emptyText = useEmptyText(points.data)
  return (
    <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={emptyText}>
      {({ awards }) => <AwardList awards={awards.slice(0, LATEST_COUNT)} />}
    </QueryState>
  )
}

/** Awards, newest first. An award dated ahead of the server's clock is shown as just made. */
function AwardList({ awards }: { awards: readonly Award[] }) {
  const now = useNow()
  return (
    <ul className="flex flex-col divide-y divide-line">
      {awards.map((award) => (
        <li
          key={award.award_id}
          className="flex flex-wrap items-center justify-between gap-x-3 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-[min(100%,8rem)] flex-1">
            <p className="font-semibold">{award.label}</p>
            <p className="text-sm text-soft">
              <Dotted
                parts={[
                  ...origin(award),
                  formatAgo(award.awarded_at, now),
                  ...(award.voided ? [teamTexts.voided] : []),
                ]}
              />
            </p>
          </div>
          <p
            className={
              award.voided
                ? 'whitespace-nowrap text-soft line-through'
                : 'font-bold whitespace-nowrap text-accent tabular-nums'
            }
          >
            {award.point_type === ADJUSTMENT_TYPE
              ? teamTexts.signedPoints(award.points)
              : teamTexts.worth(award.points)}
          </p>
        </li>
      ))}
    </ul>
  )
}
