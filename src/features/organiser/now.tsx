import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readEvent } from '#contract/calls/setup'
import type { Overview, OverviewBooth } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatAgo } from '#lib/relative-date'
import { endOfDayTexts } from '#texts/end-of-day'
import { dotted } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { query } from '../../api/queries'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { ConfirmNumber } from './confirm-number'
import { CloseSwitch, FreezeSwitch } from './correction'
import { Disclosure, PhoneLink, Row, useOpen } from './frame'
import { MissingList } from './missing-list'
import { type MissingItem, missingOf } from './readiness'

/** Treat a booth as silent if none of its devices has called for this long (ms). */
const SILENT_MS = 10 * 60_000
/** Expect staff this long before the start (ms). */
const BEFORE_START_MS = 60 * 60_000
/**
 * From this long before the end (ms), unsent awards on devices matter most, and the ranking may be
 * frozen.
 */
const NEAR_END_MS = 30 * 60_000
/** Stop reporting failed SMS this long after the last failure (ms). */
const FAILED_SMS_MS = 60 * 60_000

/** An action that the organiser may take now. */
export type Act =
  | { readonly kind: 'notSignedIn' | 'silent'; readonly booths: readonly OverviewBooth[] }
  | { readonly kind: 'smsRefused'; readonly words: string }
  | { readonly kind: 'unconfirmed'; readonly mobile: string }
  | { readonly kind: 'unready'; readonly missing: readonly MissingItem[] }
  | { readonly kind: 'waiting' | 'late' | 'sms'; readonly count: number }
  | { readonly kind: 'freeze' | 'close' | 'reveal' | 'prizes' }

/** The time of the latest call by a booth's devices; null if none has called. */
const lastSeen = ({ staff }: OverviewBooth) =>
  staff
    .flatMap(({ last_seen_at }) => last_seen_at ?? [])
    .toSorted()
    .at(-1) ?? null

const hasFailedSms = ({ failed, last_failure_at, trouble }: Overview['sms'], now: number) =>
  failed > 0 &&
  trouble === null &&
  last_failure_at !== null &&
  now - Date.parse(last_failure_at) < FAILED_SMS_MS

const isSilent = (seenAt: string | null, now: number) =>
  seenAt === null || now - Date.parse(seenAt) > SILENT_MS

/** Whether readiness still matters: no longer once an award has arrived or the event is over. */
export function isUnready(
  { ends_at, closed_at }: Overview['event'],
  { awards }: Overview['counts'],
  now: number,
): boolean {
  return awards === 0 && closed_at === null && (ends_at === null || now < Date.parse(ends_at))
}

type KnownState = Pick<Overview, 'event' | 'counts' | 'booths' | 'sms' | 'unconfirmed'>
/** Whether an action is due, and the action. */
type DueAct = readonly [boolean, Act]

function preparationActs(
  { event, counts, unconfirmed }: KnownState,
  now: number,
  missing: readonly MissingItem[],
): readonly DueAct[] {
  return [
    [unconfirmed !== null, { kind: 'unconfirmed', mobile: unconfirmed?.mobile ?? '' }],
    [missing.length > 0 && isUnready(event, counts, now), { kind: 'unready', missing }],
  ]
}

/** Lists the due actions by time (ms) and state, most urgent first. */
export function dueActs(
  overview: KnownState,
  now: number,
  missing: readonly MissingItem[] = [],
): Act[] {
  const { event, counts, booths, sms } = overview
  const [start, end] = [event.starts_at, event.ends_at].map((at) =>
    at === null ? null : Date.parse(at),
  )
  const isClosed = event.closed_at !== null
  const isOver = isClosed || (end != null && now >= end)
  const isNearEnd = isOver || (end != null && now >= end - NEAR_END_MS)
  const isExpected = !isOver && (start == null || now >= start - BEFORE_START_MS)
  const isFrozen = event.frozen_at !== null

  const expected = isExpected ? booths.filter(({ closed }) => !closed) : []
  const absent = expected.filter(({ staff }) => !staff.some(({ signed_in }) => signed_in))
  const silent = expected.filter(
    (booth) => !absent.includes(booth) && isSilent(lastSeen(booth), now),
  )
  const isWaiting = counts.waiting > 0
  const waiting: Act = { kind: 'waiting', count: counts.waiting }

  const acts: readonly DueAct[] = [
    [isWaiting && isNearEnd, waiting],
    [sms.trouble !== null, { kind: 'smsRefused', words: sms.trouble ?? '' }],
    [absent.length > 0, { kind: 'notSignedIn', booths: absent }],
    [silent.length > 0, { kind: 'silent', booths: silent }],
    [isWaiting && !isNearEnd, waiting],
    [isNearEnd && !isOver && !isFrozen, { kind: 'freeze' }],
    [isOver && !isClosed, { kind: 'close' }],
    [counts.late > 0, { kind: 'late', count: counts.late }],
    [isOver && isFrozen, { kind: 'reveal' }],
    [isClosed && !isFrozen, { kind: 'prizes' }],
    ...preparationActs(overview, now, missing),
    [hasFailedSms(sms, now), { kind: 'sms', count: sms.failed }],
  ]
  return acts.flatMap(([isDue, act]) => (isDue ? [act] : []))
}

interface BoothsProps {
  readonly booths: readonly OverviewBooth[]
  readonly now: number
}

/** Lists the people whose devices hold unsent awards, each once, with a booth of theirs. */
export function holdersOf(booths: readonly OverviewBooth[]) {
  const holders = booths.flatMap(({ vendor_id, name, staff, former_staff = [] }) =>
    [...staff, ...former_staff]
      .filter(({ waiting }) => (waiting ?? 0) > 0)
      .map((person) => ({ ...person, vendor_id, booth: name })),
  )
  return [...new Map(holders.map((holder) => [holder.user_id, holder])).values()]
}

/**
 * Lists the staff whose devices hold unsent awards, with their numbers, even of closed booths and
 * those who have left.
 */
export function UnsentAwards({ booths, now }: BoothsProps) {
  const open = useOpen()
  return (
    <ul className="empty:hidden">
      {holdersOf(booths).map(
        ({ user_id, first_name, last_name, mobile, waiting, vendor_id, booth, last_seen_at }) => (
          <li
            key={user_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
              {dotted(booth, `${first_name} ${last_name}`)}:{' '}
              <strong>{organiserTexts.waits(waiting ?? 0)}</strong>
              {last_seen_at !== null &&
                isSilent(last_seen_at, now) &&
                `, ${organiserTexts.seen(formatAgo(last_seen_at, now))}`}
            </span>
            {mobile !== undefined && <PhoneLink mobile={mobile} />}
            <Button variant="secondary" onClick={() => open({ boothId: vendor_id })}>
              {organiserTexts.staff}
            </Button>
          </li>
        ),
      )}
    </ul>
  )
}

const { now: texts } = organiserTexts

function silenceText(booth: OverviewBooth, now: number): string {
  const seenAt = lastSeen(booth)
  return organiserTexts.silent(seenAt === null ? null : formatAgo(seenAt, now))
}

function titleOf(act: Act, now: number): string {
  switch (act.kind) {
    case 'notSignedIn':
    case 'silent': {
      const [one, other] = act.booths
      if (one === undefined || other !== undefined) return texts[act.kind].title(act.booths.length)
      return `${one.name}: ${act.kind === 'silent' ? silenceText(one, now) : organiserTexts.notSignedIn}`
    }
    case 'waiting':
    case 'late':
    case 'sms':
      return texts[act.kind].title(act.count)
    case 'smsRefused':
      return texts.smsRefused.title(act.words)
    case 'unconfirmed':
      return texts.unconfirmed.title(act.mobile)
    case 'unready':
      return texts.unready.title(act.missing.length)
    case 'freeze':
    case 'close':
    case 'reveal':
    case 'prizes':
      return texts[act.kind].title
  }
}

/** Fold the booths if there are more than this. */
const MAX_SHOWN = 4

function BoothRows({ booths, now, saysSilence }: BoothsProps & { readonly saysSilence: boolean }) {
  const open = useOpen()
  const rows = booths.map((booth) => (
    <li key={booth.vendor_id} className="border-t border-line first:border-t-0">
      <Row onOpen={() => open({ boothId: booth.vendor_id })}>
        {saysSilence ? `${booth.name}: ${silenceText(booth, now)}` : booth.name}
      </Row>
    </li>
  ))
  if (rows.length <= MAX_SHOWN) return <ul>{rows}</ul>
  return (
    <Disclosure
      title={organiserTexts.whichBooths}
      className="rounded-control border border-line px-4"
    >
      <ul className="mb-2">{rows}</ul>
    </Disclosure>
  )
}

interface ActProps {
  readonly act: Act
  readonly overview: Overview
  readonly now: number
}

/** The control that performs the action, or links to it. */
function ActControls({ act, overview: { event, counts, booths, unconfirmed }, now }: ActProps) {
  const open = useOpen()
  switch (act.kind) {
    case 'waiting':
      return <UnsentAwards booths={booths} now={now} />
    case 'notSignedIn':
    case 'silent':
      return (
        <BoothRows
          booths={act.booths}
          now={now}
          saysSilence={act.kind === 'silent' && act.booths.length > 1}
        />
      )
    case 'freeze':
    case 'reveal':
      return <FreezeSwitch frozenAt={event.frozen_at} />
    case 'close':
      return <CloseSwitch event={event} counts={counts} />
    case 'late':
      return <Button onClick={() => open({ part: 'end' })}>{texts.late.decide}</Button>
    case 'unconfirmed':
      return unconfirmed && <ConfirmNumber unconfirmed={unconfirmed} />
    case 'unready':
      return <MissingList missing={act.missing} />
    case 'prizes':
      return (
        <Button onClick={() => open({ part: 'end', print: 'prizes' })}>
          {endOfDayTexts.prizes}
        </Button>
      )
    case 'sms':
    case 'smsRefused':
      return null
  }
}

function ActBody({ children, ...props }: ActProps & { readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 [&>*]:w-full">
      {children}
      {props.act.kind !== 'unconfirmed' && (
        <p className="text-soft">{texts[props.act.kind].text}</p>
      )}
      <ActControls {...props} />
    </div>
  )
}

/** The most urgent action, its effect and how to undo it. The other due actions are folded. */
export function NowPart({ overview, now }: Omit<ActProps, 'act'>) {
  const unready = isUnready(overview.event, overview.counts, now)
  const { data: read } = useQuery({ ...query(readEvent, {}), enabled: unready })
  const missing = read && missingOf(read.event, overview, now)
  const [first, ...others] = dueActs(overview, now, missing)
  const { open, closed_at } = overview.event
  return (
    <Panel title={texts.name}>
      {first === undefined ? (
        <p className="text-soft">
          {unready && missing === undefined ? null : organiserTexts.allWell}
        </p>
      ) : (
        <ActBody act={first} overview={overview} now={now}>
          <p className="text-xl font-bold wrap-anywhere">{titleOf(first, now)}</p>
        </ActBody>
      )}
      {closed_at !== null ? (
        <p className="mt-3 text-soft">
          {endOfDayTexts.isClosed(formatMoment(Date.parse(closed_at)))}
        </p>
      ) : (
        !open && <p className="mt-3 text-soft">{organiserTexts.closed}</p>
      )}
      {others.map((act) => (
        <Disclosure
          key={act.kind}
          title={titleOf(act, now)}
          className="mt-3 rounded-control border border-line px-4"
        >
          <div className="mb-4">
            <ActBody act={act} overview={overview} now={now} />
          </div>
        </Disclosure>
      ))}
    </Panel>
  )
}
