import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ADJUSTMENT_TYPE, type Award } from '#contract/entities'
import { formatDay } from '#lib/clock-time'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../../api/live-state'
import { fetchOlderAwards, teamPointsQuery } from '../../../api/merging-queries'
import { AwardList } from '../../../ui/award-list'
import { Button } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { useListWindow, useWhenNear } from '../../../ui/use-list-window'

/** Awards rendered at first, and added each time the end of the list comes near. */
const ROWS = 30
const MORE_ROWS = 60

/** Who gave the points; the label of an adjustment says that already. */
function origin({ point_type, vendor_name }: Award): string | null {
  if (point_type === ADJUSTMENT_TYPE) return null
  return vendor_name === null ? teamTexts.bonus : teamTexts.booth(vendor_name)
}

/** The team's awards by day, newest first. */
export function PointsHistory() {
  const points = useQuery({ ...teamPointsQuery(), refetchInterval: useRefreshInterval() })
  return (
    <Panel title={teamTexts.historyTitle}>
      <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={teamTexts.historyEmpty}>
        {({ awards, more = false }) => <Days awards={awards} more={more} />}
      </QueryState>
    </Panel>
  )
}

function Days({ awards, more }: { awards: readonly Award[]; more: boolean }) {
  const { shown, endRef } = useListWindow(awards.length, ROWS, MORE_ROWS)
  const hidden = shown < awards.length
  return (
    <div className="flex flex-col gap-5">
      {byDay(awards.slice(0, shown)).map(({ day, at, awards: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="mb-2 text-sm font-semibold text-soft">
            {formatDay(at)}
          </h3>
          <AwardList awards={ofDay} about={origin} />
        </section>
      ))}
      {hidden ? <div ref={endRef} /> : more && <OlderAwards key={awards.length} />}
    </div>
  )
}

/** Fetches older awards when the end of the list comes near, and by its button where that failed. */
function OlderAwards() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const load = useCallback(() => {
    setBusy(true)
    fetchOlderAwards(client)
      // Not connected: the button stays.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }, [client])
  return (
    <Button ref={useWhenNear(load)} variant="secondary" busy={busy} onClick={load}>
      {teamTexts.older}
    </Button>
  )
}

/** The newest awards, for the card. */
export function LatestPoints({ count }: { count: number }) {
  const points = useQuery({ ...teamPointsQuery(), refetchInterval: useRefreshInterval() })
  return (
    <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={teamTexts.historyEmpty}>
      {({ awards }) => <AwardList awards={awards.slice(0, count)} about={origin} />}
    </QueryState>
  )
}

export interface DayOfAwards {
  /** The local day, for example "2026-05-09": a key, not a text for the screen. */
  readonly day: string
  /** When the day's newest award was made (ms since 1970). */
  readonly at: number
  readonly awards: readonly Award[]
}

/** Groups awards, newest first, by the local day they were made on. */
export function byDay(awards: readonly Award[]): DayOfAwards[] {
  const days = new Map<string, Award[]>()
  for (const award of awards) {
    const made = new Date(award.awarded_at)
    const day = `${made.getFullYear()}-${made.getMonth() + 1}-${made.getDate()}`
    const others = days.get(day)
    if (others === undefined) days.set(day, [award])
    else others.push(award)
  }
  return [...days].map(([day, ofDay]) => ({
    day,
    at: Date.parse(ofDay[0]?.awarded_at ?? ''),
    awards: ofDay,
  }))
}
