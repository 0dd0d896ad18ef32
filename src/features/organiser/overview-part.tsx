import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { overview } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { formatAgo, formatMoment } from '#lib/clock-time'
import { endOfDayTexts } from '#texts/end-of-day'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { classes } from '../../ui/classes'
import { useWideScreen } from '../../ui/device-screen'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { boothTroubles } from './booth-troubles'
import { OddPart } from './odd-part'
import { organiserQuery } from './organiser-calls'

interface Ways {
  readonly onBooth: (vendorId: string) => void
  readonly onEnd: () => void
}

interface RowProps {
  readonly onOpen: () => void
  readonly className?: string
  readonly children: ReactNode
}

function Row({ onOpen, className, children }: RowProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classes('flex min-h-12 w-full cursor-pointer items-center gap-2 text-left wrap-anywhere', className)}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
    </button>
  )
}

interface FoldProps {
  readonly title: string
  readonly open?: boolean
  readonly className: string
  readonly children: ReactNode
}

function Fold({ title, open = false, className, children }: FoldProps) {
  return (
    <details open={open} className={classes('group', className)}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 text-lg font-bold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

/** More are folded. */
const MOST_SHOWN = 6
const TROUBLE = 'rounded-control border border-danger px-4 py-2 wrap-anywhere'

/** What needs somebody, worst first, each leading to where it is put right. */
function Attention({ overview, now, onBooth, onEnd }: { overview: Overview; now: number } & Ways) {
  const { sms, event, counts } = overview
  const all = boothTroubles(overview, now)
  const missing = all.filter(({ kind }) => kind === 'notSignedIn')
  // In the morning every booth may still be missing, which must not bury another trouble.
  const isMorning = missing.length > 1
  const row = (vendorId: string, text: string) => (
    <li key={text}>
      <Row className={TROUBLE} onOpen={() => onBooth(vendorId)}>
        {text}
      </Row>
    </li>
  )
  const troubles = all.filter(({ kind }) => !isMorning || kind !== 'notSignedIn').map(({ vendorId, text }) => row(vendorId, text))
  const others = [
    ...(sms.failed > 0 ? [organiserTexts.smsFailing(sms.failed)] : []),
    ...(event.open ? [] : [organiserTexts.closed]),
  ]
  const rest = troubles.slice(MOST_SHOWN)
  const isCalm = all.length + others.length + counts.late === 0
  return (
    <Panel title={organiserTexts.attention}>
      {isCalm && <p className="text-soft">{organiserTexts.allWell}</p>}
      <ul className="flex flex-col gap-2 empty:hidden">
        {troubles.slice(0, MOST_SHOWN)}
        {counts.late > 0 && (
          <li>
            <Row className={TROUBLE} onOpen={onEnd}>
              {endOfDayTexts.lateWaits(counts.late)}
            </Row>
          </li>
        )}
        {others.map((text) => (
          <li key={text} className={TROUBLE}>
            {text}
          </li>
        ))}
      </ul>
      {isMorning && (
        <Fold
          className="mt-2 rounded-control border border-danger px-4 first:mt-0"
          title={organiserTexts.boothsNotSignedIn(missing.length)}
        >
          <ul className="mb-4 flex flex-col gap-2">{missing.map(({ vendorId, booth }) => row(vendorId, booth))}</ul>
        </Fold>
      )}
      {rest.length > 0 && (
        <Fold className="mt-2" title={organiserTexts.moreTroubles(rest.length)}>
          <ul className="flex flex-col gap-2">{rest}</ul>
        </Fold>
      )}
      {event.closed_at !== null && (
        <p className="mt-3 text-soft">{endOfDayTexts.isClosed(formatMoment(Date.parse(event.closed_at)))}</p>
      )}
    </Panel>
  )
}

function Numbers({ overview: { counts, sms } }: { overview: Overview }) {
  const numbers = [
    [organiserTexts.players, counts.players],
    [organiserTexts.teams, counts.teams],
    [organiserTexts.awards, counts.awards],
    [organiserTexts.voided, counts.voided],
    [organiserTexts.refused, counts.refused],
    [organiserTexts.waiting, counts.waiting],
    [organiserTexts.sms, sms.sent],
  ] as const
  return (
    <Panel title={organiserTexts.numbers}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-4">
        {numbers.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{numeral(count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** All booths, folded on a phone: those in trouble are named above. */
function Booths({ booths, now, onBooth }: { booths: Overview['booths']; now: number; onBooth: Ways['onBooth'] }) {
  const isWide = useWideScreen()
  if (booths.length === 0) return <p className="text-soft">{organiserTexts.noBooths}</p>
  return (
    <Fold
      open={isWide}
      className="rounded-card border border-line bg-surface px-5 lg:col-span-2"
      title={organiserTexts.allBooths(booths.length)}
    >
      <ul className="mb-4 lg:grid lg:grid-cols-3 lg:gap-x-8">
        {booths.map(({ vendor_id, name, location, awards_last_hour, refused_last_hour, last_award_at }) => (
          <li key={vendor_id} className="border-t border-line">
            <Row className="h-full items-start! py-2" onOpen={() => onBooth(vendor_id)}>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-soft">
                {location} ·{' '}
                {last_award_at === null
                  ? organiserTexts.noAward
                  : `${organiserTexts.lastHour(awards_last_hour, refused_last_hour)} · ${organiserTexts.lastAward(formatAgo(last_award_at, now))}`}
              </span>
            </Row>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

export function OverviewPart(ways: Ways) {
  const query = useQuery(organiserQuery(overview, {}))
  const now = useNow()
  return (
    <QueryState query={query}>
      {(overview) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Attention overview={overview} now={now} {...ways} />
          <Numbers overview={overview} />
          <OddPart />
          <Booths booths={overview.booths} now={now} onBooth={ways.onBooth} />
        </div>
      )}
    </QueryState>
  )
}
