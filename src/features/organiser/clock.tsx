import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/call'
import { announce } from '#contract/calls/organiser'
import { applyEvent, readEvent } from '#contract/calls/setup'
import type { Overview } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatLeft } from '#lib/duration'
import { organiserTexts } from '#texts/organiser'
import { hasCode } from '../../api/errors'
import { query } from '../../api/queries'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { QueryState } from '../../ui/loading'
import { useCorrection } from './correction'
import { recipientCount } from './messages'

const { clock: texts } = organiserTexts

const MINUTE_MS = 60_000
/** Offered extensions of the event (minutes). */
const STEPS = [15, 30, 60] as const
type Step = (typeof STEPS)[number]

/** Computes an extended end. An event that is over continues from now, to a whole minute. */
export function laterEnd(end: number, by: Step, now: number): number {
  const from = end > now ? end : Math.ceil(now / MINUTE_MS) * MINUTE_MS
  return from + by * MINUTE_MS
}

export function clockText(start: number | null, end: number, now: number): string {
  if (start !== null && now < start)
    return texts.begins(formatMoment(start, now), formatLeft(start - now))
  return now < end
    ? texts.lasts(formatMoment(end, now), formatLeft(end - now))
    : texts.over(formatMoment(end, now))
}

interface ClockProps {
  readonly overview: Overview
  readonly now: number
}

/**
 * Shows how long the event lasts and lets it be extended. Renders nothing for an event without an
 * end, or once results are closed.
 */
export function EventClock({ overview, now }: ClockProps) {
  const [isExtending, setExtending] = useState(false)
  const { starts_at, ends_at, closed_at } = overview.event
  if (ends_at === null || closed_at !== null) return null
  return (
    <section
      aria-label={texts.name}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:col-span-2"
    >
      <p className="text-lg font-bold tabular-nums">
        {clockText(starts_at === null ? null : Date.parse(starts_at), Date.parse(ends_at), now)}
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setExtending(true)}>
        {texts.extend}
      </Button>
      {isExtending && (
        <ExtendDialog overview={overview} now={now} onClose={() => setExtending(false)} />
      )}
    </section>
  )
}

interface Extended {
  readonly by: Step
  readonly end: number
}

/** One tap extends the event; a second can announce it to everybody. */
function ExtendDialog({ overview, now, onClose }: ClockProps & { readonly onClose: () => void }) {
  const [extended, setExtended] = useState<Extended | null>(null)
  const event = useQuery(query(readEvent, {}))
  return (
    <TitledDialog title={texts.extend} onClose={onClose}>
      {extended === null ? (
        <QueryState query={event}>
          {(read) => <ExtendChoice read={read} now={now} onExtended={setExtended} />}
        </QueryState>
      ) : (
        <TellEverybody {...extended} overview={overview} now={now} onClose={onClose} />
      )}
    </TitledDialog>
  )
}

interface ExtendChoiceProps {
  readonly read: Output<typeof readEvent>
  readonly now: number
  readonly onExtended: (extended: Extended) => void
}

/**
 * Extends from the end that the organiser saw. If two organisers extend at once, the second sees
 * the new end and chooses again.
 */
function ExtendChoice({ read, now, onExtended }: ExtendChoiceProps) {
  const [seen, setSeen] = useState<typeof read | null>(read)
  if (seen === null) setSeen(read)
  const { event, version } = seen ?? read
  const applying = useCorrection(applyEvent, { quiet: true })
  if (event.settings.ends_at === null) return null
  const end = Date.parse(event.settings.ends_at)
  const extend = (by: Step) => {
    const later = laterEnd(end, by, now)
    applying.mutate(
      { event: { settings: { ends_at: new Date(later).toISOString() } }, version },
      {
        onSuccess: () => onExtended({ by, end: later }),
        onError: (error) => {
          if (hasCode(error, 'CHANGED_MEANWHILE')) setSeen(null)
        },
      },
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{texts.extendHint(formatMoment(end, now))}</p>
      <div className="grid grid-cols-3 gap-2 max-[24rem]:grid-cols-1">
        {STEPS.map((by) => (
          <Button
            key={by}
            variant="secondary"
            className="px-2!"
            disabled={applying.isPending}
            onClick={() => extend(by)}
          >
            {texts.choices[by]}
          </Button>
        ))}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {applying.error && inlineErrorText(applying.error)}
      </p>
    </div>
  )
}

function TellEverybody({
  by,
  end,
  overview,
  now,
  onClose,
}: Extended & ClockProps & { readonly onClose: () => void }) {
  const count = recipientCount(overview, 'all')
  const text = texts.tell(texts.choices[by], formatMoment(end, now))
  const announcing = useCorrection(announce, {
    done: organiserTexts.messageSent('all', count),
    quiet: true,
  })
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {texts.extended(formatMoment(end, now))}
      </p>
      <p className="text-soft">{texts.tellHint}</p>
      <p className="rounded-control border border-line p-3 wrap-anywhere">{text}</p>
      <p className="text-sm text-soft tabular-nums">{organiserTexts.reaches(count)}</p>
      <p role="alert" className="text-danger empty:hidden">
        {announcing.error && inlineErrorText(announcing.error)}
      </p>
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button
          className="sm:flex-1"
          busy={announcing.isPending}
          onClick={() => announcing.mutate({ text, to: 'all' }, { onSuccess: onClose })}
        >
          {organiserTexts.announce}
        </Button>
        <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
          {texts.withoutMessage}
        </Button>
      </div>
    </div>
  )
}
