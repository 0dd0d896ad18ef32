import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { acceptLate, declineLate, listLate, overview } from '#contract/calls/organiser'
import { LATE_PAGE, type LateEntry } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { correctionTexts } from '#texts/corrections'
import { endOfDayTexts } from '#texts/end-of-day'
import { dotted, worth } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { Button } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { useNow } from '../../ui/use-now'
import { CloseSwitch, Correction, FreezeSwitch, organiserQuery, REFRESH_MS } from './correction'
import { ListItem, OlderButton, useOpen } from './frame'
import { UnsentAwards } from './now'

const momentOf = (at: string) => formatMoment(Date.parse(at))

interface StepProps {
  readonly title: string
  readonly isDone?: boolean
  readonly children: ReactNode
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-panel">
      <h2 className="flex items-center justify-between gap-3 text-lg font-bold">
        {title}
        {isDone && (
          <CircleCheck
            role="img"
            aria-label={endOfDayTexts.done}
            className="size-6 shrink-0 text-accent"
          />
        )}
      </h2>
      {children}
    </li>
  )
}

/** The points that a late entry gives, their type and team. A void takes points back. */
function lateText({ kind, points, label, team_name }: LateEntry): string {
  const what = kind === 'void' ? `${organiserTexts.kinds.void}: ` : ''
  return dotted(`${what}${worth(kind === 'void' ? -points : points)} ${label}`, team_name)
}

function LateEntries({ late }: { late: readonly LateEntry[] }) {
  return (
    <ul>
      {late.map((entry) => (
        <ListItem
          key={entry.late_id}
          title={lateText(entry)}
          detail={dotted(
            entry.vendor_name,
            endOfDayTexts.lateTimes(momentOf(entry.awarded_at), momentOf(entry.received_at)),
          )}
        >
          {entry.accepted && <strong>{endOfDayTexts.accepted}</strong>}
          {entry.declined && <strong>{endOfDayTexts.declined}</strong>}
          {!entry.accepted && (
            <Correction
              change={acceptLate}
              texts={correctionTexts.accept(lateText(entry))}
              input={(reason) => ({ late_id: entry.late_id, reason })}
            />
          )}
          {!entry.accepted && !entry.declined && (
            <Correction
              change={declineLate}
              tone="danger"
              texts={correctionTexts.decline(lateText(entry))}
              input={(reason) => ({ late_id: entry.late_id, reason })}
            />
          )}
        </ListItem>
      ))}
    </ul>
  )
}

/** The end of the day, step by step: unsent awards, closing, late awards, reveal, prizes. */
export function EndPart() {
  const open = useOpen()
  const query = useQuery(organiserQuery(overview, {}))
  const now = useNow()
  const late = useInfiniteQuery({
    queryKey: ['late'],
    queryFn: ({ pageParam, signal }) => call(listLate, { before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.late.length < LATE_PAGE ? undefined : page.late.at(-1)?.late_id,
    refetchInterval: REFRESH_MS,
  })
  return (
    <QueryState query={query}>
      {({ event, counts, booths }) => (
        <ol className="flex max-w-3xl flex-col gap-4">
          <Step title={endOfDayTexts.held} isDone={counts.waiting === 0}>
            {counts.waiting === 0 && <p className="text-soft">{endOfDayTexts.noneHeld}</p>}
            <UnsentAwards booths={booths} now={now} />
            <p className="text-sm text-soft">{endOfDayTexts.askBooths}</p>
          </Step>
          <Step title={endOfDayTexts.closing} isDone={event.closed_at !== null}>
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-52 text-soft">
                {event.closed_at === null
                  ? endOfDayTexts.isOpen
                  : endOfDayTexts.isClosed(momentOf(event.closed_at))}
              </p>
              <CloseSwitch event={event} counts={counts} />
            </div>
          </Step>
          <Step title={endOfDayTexts.late} isDone={event.closed_at !== null && counts.late === 0}>
            <QueryState
              query={late}
              empty={({ pages }) => pages[0]?.late.length === 0}
              emptyText={endOfDayTexts.noneLate}
            >
              {({ pages }) => (
                <>
                  <LateEntries late={pages.flatMap((page) => page.late)} />
                  <OlderButton {...late} />
                </>
              )}
            </QueryState>
          </Step>
          <Step
            title={endOfDayTexts.revealing}
            isDone={event.frozen_at === null && event.closed_at !== null}
          >
            {event.frozen_at === null ? (
              <p className="text-soft">{organiserTexts.open}</p>
            ) : (
              <div className="flex flex-wrap items-center gap-3">
                <p className="min-w-0 flex-1 basis-52 text-soft">
                  {endOfDayTexts.frozenSince(momentOf(event.frozen_at))}
                </p>
                <FreezeSwitch frozenAt={event.frozen_at} />
              </div>
            )}
          </Step>
          <Step title={endOfDayTexts.prizes}>
            <p className="text-soft">{endOfDayTexts.prizesHint}</p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => open({ part: 'end', print: 'prizes' })}>
                {endOfDayTexts.prizes}
              </Button>
              <Button variant="secondary" onClick={() => open({ part: 'end', print: 'ranking' })}>
                {endOfDayTexts.printRanking}
              </Button>
            </div>
          </Step>
        </ol>
      )}
    </QueryState>
  )
}
