import type { ReactNode } from 'react'
import type { Overview } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatAgo } from '#lib/relative-date'
import { endOfDayTexts } from '#texts/end-of-day'
import { organiserTexts } from '#texts/organiser'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { CloseSwitch, FreezeSwitch } from './correction'
import { Fold, PhoneLink, Row } from './frame'

/** A booth is silent once none of its devices has called for this long (ms). */
const SILENT_MS = 10 * 60_000
/** Staff are expected this long before the start (ms). */
const BEFORE_START_MS = 60 * 60_000
/** From so long before the end (ms) it matters most that nothing waits on a device, and the ranking may be frozen. */
const NEAR_END_MS = 30 * 60_000
/** So many refusals in an hour are worth a look. */
const MANY_REFUSALS = 5

type Booth = Overview['booths'][number]

/** Somebody whose devices said that awards wait on them. */
type Holder = Booth['staff'][number] & { readonly vendor_id: string; readonly booth: string; readonly isSilent: boolean }

/** A booth with when one of its devices last called, and what was refused it. */
interface BoothInTrouble extends Pick<Booth, 'vendor_id' | 'name' | 'refused_last_hour'> {
  readonly seenAt: string | null
}

/** What an organiser can do next. */
export type Act =
  | { readonly is: 'waiting'; readonly count: number; readonly holders: readonly Holder[] }
  | { readonly is: 'notSignedIn' | 'silent' | 'refused'; readonly booths: readonly BoothInTrouble[] }
  | { readonly is: 'freeze' | 'close' | 'reveal' | 'prizes' }
  | { readonly is: 'late' | 'sms'; readonly count: number }

const isSilent = (seenAt: string | null, now: number) => seenAt !== null && now - Date.parse(seenAt) > SILENT_MS

function inTrouble({ vendor_id, name, refused_last_hour, staff }: Booth): BoothInTrouble {
  const seen = staff.flatMap(({ last_seen_at }) => last_seen_at ?? []).toSorted()
  return { vendor_id, name, refused_last_hour, seenAt: seen.at(-1) ?? null }
}

/** Who holds awards that have not been sent; of a closed booth too. */
export function holdersOf(booths: Overview['booths'], now: number): Holder[] {
  return booths.flatMap(({ vendor_id, name, staff }) =>
    staff
      .filter(({ waiting }) => (waiting ?? 0) > 0)
      .map((person) => ({ ...person, vendor_id, booth: name, isSilent: isSilent(person.last_seen_at, now) })),
  )
}

/** What is to be done, by time (ms) and state, the most urgent first. */
export function actsNow({ event, counts, booths, sms }: Omit<Overview, 'last_backup_at'>, now: number): Act[] {
  const [start, end] = [event.starts_at, event.ends_at].map((at) => (at === null ? null : Date.parse(at)))
  const isClosed = event.closed_at !== null
  const isOver = isClosed || (end != null && now >= end)
  const isNearEnd = isOver || (end != null && now >= end - NEAR_END_MS)
  const isExpected = !isOver && (start == null || now >= start - BEFORE_START_MS)

  const open = booths.filter(({ closed }) => !closed)
  const boothsWhere = (
    is: 'notSignedIn' | 'silent' | 'refused',
    isOne: (booth: Booth, trouble: BoothInTrouble) => boolean,
  ): Act[] => {
    const found = open.flatMap((booth) => {
      const trouble = inTrouble(booth)
      return isOne(booth, trouble) ? [trouble] : []
    })
    return found.length === 0 ? [] : [{ is, booths: found }]
  }
  const step = (is: 'freeze' | 'close' | 'reveal' | 'prizes', isNext: boolean): Act[] => (isNext ? [{ is }] : [])
  const waiting: Act[] = counts.waiting > 0 ? [{ is: 'waiting', count: counts.waiting, holders: holdersOf(booths, now) }] : []

  return [
    ...(isNearEnd ? waiting : []),
    ...boothsWhere('notSignedIn', ({ staff }) => isExpected && !staff.some(({ signed_in }) => signed_in)),
    ...boothsWhere('silent', (_booth, { seenAt }) => isExpected && isSilent(seenAt, now)),
    ...(isNearEnd ? [] : waiting),
    ...step('freeze', isNearEnd && !isOver && event.frozen_at === null),
    ...step('close', isOver && !isClosed),
    ...(counts.late > 0 ? [{ is: 'late', count: counts.late } as const] : []),
    ...step('reveal', isOver && event.frozen_at !== null),
    ...step('prizes', isClosed && event.frozen_at === null),
    ...boothsWhere('refused', ({ refused_last_hour }) => refused_last_hour >= MANY_REFUSALS),
    ...(sms.failed > 0 ? [{ is: 'sms', count: sms.failed } as const] : []),
  ]
}

const { now: texts } = organiserTexts

/** Where an act is done that has a place of its own. */
export interface Ways {
  readonly onBooth: (vendorId: string) => void
  readonly onEnd: () => void
  readonly onPrint: (page: 'nagrade' | 'poredak') => void
}

/** Who still holds awards, with whom to call. */
export function Holders({ holders, now, onBooth }: { holders: readonly Holder[]; now: number; onBooth: Ways['onBooth'] }) {
  return (
    <ul className="empty:hidden">
      {holders.map(({ user_id, first_name, last_name, mobile, waiting, vendor_id, booth, isSilent, last_seen_at }) => (
        <li key={user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0">
          <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
            {booth} · {first_name} {last_name}: <strong>{organiserTexts.waits(waiting ?? 0)}</strong>
            {isSilent && last_seen_at !== null && `, ${organiserTexts.seen(formatAgo(last_seen_at, now))}`}
          </span>
          <PhoneLink mobile={mobile} />
          <Button variant="secondary" onClick={() => onBooth(vendor_id)}>
            {organiserTexts.staff}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type BoothAct = Extract<Act, { readonly booths: unknown }>

function boothText({ is }: BoothAct, { seenAt, refused_last_hour }: BoothInTrouble, now: number): string {
  switch (is) {
    case 'notSignedIn':
      return organiserTexts.notSignedIn
    case 'silent':
      return organiserTexts.silent(seenAt === null ? '' : formatAgo(seenAt, now))
    case 'refused':
      return organiserTexts.refusedLately(refused_last_hour)
  }
}

function titleOf(act: Act, now: number): string {
  switch (act.is) {
    case 'waiting':
      return texts.waiting.title(act.count)
    case 'notSignedIn':
    case 'silent':
    case 'refused': {
      const [one, other] = act.booths
      if (one !== undefined && other === undefined) return `${one.name}: ${boothText(act, one, now)}`
      return texts[act.is].title(act.booths.length)
    }
    case 'late':
    case 'sms':
      return texts[act.is].title(act.count)
    case 'freeze':
    case 'close':
    case 'reveal':
    case 'prizes':
      return texts[act.is].title
  }
}

interface DoProps extends Ways {
  readonly act: Act
  readonly overview: Overview
  readonly now: number
}

/** What does the act, or leads to where it is done. */
function Do({ act, overview: { event, counts }, now, onBooth, onEnd, onPrint }: DoProps) {
  switch (act.is) {
    case 'waiting':
      return <Holders holders={act.holders} now={now} onBooth={onBooth} />
    case 'notSignedIn':
    case 'silent':
    case 'refused':
      return <Booths act={act} now={now} onBooth={onBooth} />
    case 'freeze':
    case 'reveal':
      return <FreezeSwitch frozenAt={event.frozen_at} />
    case 'close':
      return <CloseSwitch event={event} counts={counts} />
    case 'late':
      return <Button onClick={onEnd}>{texts.late.decide}</Button>
    case 'prizes':
      return <Button onClick={() => onPrint('nagrade')}>{endOfDayTexts.prizes}</Button>
    case 'sms':
      return null
  }
}

/** More are folded. */
const MOST_SHOWN = 4

function Booths({ act, now, onBooth }: { act: BoothAct; now: number; onBooth: Ways['onBooth'] }) {
  const rows = act.booths.map((booth) => (
    <li key={booth.vendor_id} className="border-t border-line first:border-t-0">
      <Row onOpen={() => onBooth(booth.vendor_id)}>
        {act.is === 'notSignedIn' || act.booths.length === 1 ? booth.name : `${booth.name}: ${boothText(act, booth, now)}`}
      </Row>
    </li>
  ))
  if (rows.length <= MOST_SHOWN) return <ul>{rows}</ul>
  return (
    <Fold title={organiserTexts.whichBooths} className="rounded-control border border-line px-4">
      <ul className="mb-2">{rows}</ul>
    </Fold>
  )
}

function What({ children, ...props }: DoProps & { readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 [&>*]:w-full">
      {children}
      <p className="text-soft">{texts[props.act.is].text}</p>
      <Do {...props} />
    </div>
  )
}

/** The next act by time and state, what it does and how it is taken back; the others follow it, folded. */
export function NowPart({ overview, now, ...ways }: { overview: Overview; now: number } & Ways) {
  const [first, ...others] = actsNow(overview, now)
  const { open, closed_at } = overview.event
  return (
    <Panel title={texts.name}>
      {first === undefined ? (
        <p className="text-soft">{organiserTexts.allWell}</p>
      ) : (
        <What act={first} overview={overview} now={now} {...ways}>
          <p className="text-xl font-bold wrap-anywhere">{titleOf(first, now)}</p>
        </What>
      )}
      {closed_at !== null ? (
        <p className="mt-3 text-soft">{endOfDayTexts.isClosed(formatMoment(Date.parse(closed_at)))}</p>
      ) : (
        !open && <p className="mt-3 text-soft">{organiserTexts.closed}</p>
      )}
      {others.map((act) => (
        <Fold key={act.is} title={titleOf(act, now)} className="mt-3 rounded-control border border-line px-4">
          <div className="mb-4">
            <What act={act} overview={overview} now={now} {...ways} />
          </div>
        </Fold>
      ))}
    </Panel>
  )
}
