import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Change, Input, Output, Read } from '#contract/call'
import { closeResults, freeze, reopenResults, reveal, revealNext } from '#contract/calls/organiser'
import { ranking } from '#contract/calls/ranking'
import type { Overview } from '#contract/organiser-entities'
import { formatLeft } from '#lib/duration'
import { correctionTexts } from '#texts/corrections'
import { endOfDayTexts } from '#texts/end-of-day'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { inlineErrorText, refreshQueries } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Confirmation, ConfirmDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'

/** Refetch interval of the control room (ms). */
export const REFRESH_MS = 10_000

export function organiserQuery<C extends Read>(read: C, input: Input<C>) {
  return { ...query(read, input), refetchInterval: REFRESH_MS }
}

interface CorrectionOptions {
  /** The success toast; none if the screen shows the result. */
  readonly done?: string
  /** True for no toast of an error: the screen shows the error. */
  readonly quiet?: boolean
  /** Called before the refetch: after a removal it closes the screen of the removed entry. */
  readonly onDone?: (() => void) | undefined
}

/** Makes a correction, then refetches everything in the control room. */
export function useCorrection<C extends Change>(
  change: C,
  { done, quiet = false, onDone }: CorrectionOptions = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<C>): Promise<Output<C>> => call(change, input),
    meta: { quiet },
    onSuccess: async () => {
      if (done !== undefined) toast.success(done)
      onDone?.()
      await refreshQueries(client)
    },
    // Show other organisers' changes, or an attempt whose answer was lost, before the next try.
    onError: (error) =>
      hasCode(error, 'CHANGED_MEANWHILE') || hasCode(error, 'AWARD_CONFLICT')
        ? refreshQueries(client)
        : undefined,
  })
}

export interface CorrectionTexts {
  /** The label of the buttons that open the dialog and confirm. */
  readonly label: string
  /** Replaces the label on the confirming button. */
  readonly confirm?: string
  /** The dialog's title; by default the label. */
  readonly title?: string
  readonly text: string
  /** The prefilled reason, so that a correction takes two taps; undefined if none is recorded. */
  readonly reason?: string
  /** The toast once the correction is made. */
  readonly done: string
}

interface CorrectionProps<C extends Change> {
  change: C
  texts: CorrectionTexts
  /** `typed` is the content of `field`. */
  input: (reason: string, typed: string) => Input<C>
  /** A text field besides the reason. */
  field?: {
    readonly label: string
    readonly maxLength: number
    readonly isReady: (typed: string) => boolean
  }
  tone?: 'danger' | 'primary'
  ready?: boolean
  /** Replaces the usual button that opens the dialog. */
  trigger?: ComponentProps<typeof ConfirmDialog>['trigger']
  errorText?: (error: Error) => string
  /** Called when the dialog opens; `clear` empties its fields. */
  onOpen?: (clear: () => void) => void
  onDone?: (() => void) | undefined
  children?: ReactNode
}

/**
 * The button of a correction, which opens a dialog for its reason and confirmation. A refusal keeps
 * the dialog open with the typed text, and shows why.
 */
export function Correction<C extends Change>({
  change,
  texts: { label, confirm = label, title = label, text, reason: usual, done },
  input,
  field,
  tone = 'primary',
  ready = true,
  trigger = <Button variant="secondary">{label}</Button>,
  errorText: textOf = inlineErrorText,
  onOpen,
  onDone,
  children,
}: CorrectionProps<C>) {
  const [reason, setReason] = useState(usual ?? '')
  const [typed, setTyped] = useState('')
  const isFilled =
    field?.isReady(typed.trim()) !== false && (usual === undefined || reason.trim() !== '')
  const { mutate, isPending, error, reset } = useCorrection(change, { done, quiet: true, onDone })
  function clear(): void {
    setTyped('')
    setReason(usual ?? '')
  }
  return (
    <ConfirmDialog
      trigger={trigger}
      title={title}
      text={text}
      confirm={confirm}
      tone={tone}
      error={error === null ? undefined : textOf(error)}
      busy={isPending}
      ready={ready && isFilled}
      onOpen={() => {
        reset()
        onOpen?.(clear)
      }}
      onConfirm={(close) =>
        mutate(input(reason, typed.trim()), {
          onSuccess: () => {
            clear()
            close()
          },
        })
      }
    >
      {children}
      {field !== undefined && (
        <TextField
          label={field.label}
          maxLength={field.maxLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {usual !== undefined && (
        <TextField
          label={organiserTexts.reason}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}

/** Freezes the ranking, or uncovers a frozen ranking. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  if (frozenAt !== null) return <Reveal />
  return <Correction change={freeze} texts={correctionTexts.freeze} input={() => ({})} />
}

/**
 * Uncovers the frozen ranking place by place, or entirely. Any organiser can continue where another
 * stopped.
 */
function Reveal() {
  const { data } = useQuery({
    ...query(ranking, { limit: 1 }),
    refetchInterval: useRefreshInterval(REFRESH_MS),
  })
  const [isAsked, setAsked] = useState(false)
  const { label, title, text, done } = correctionTexts.revealNext
  const next = useCorrection(revealNext, isAsked ? { done, quiet: true } : {})
  const underWay = data?.reveal ?? null
  const shown = underWay?.shown?.team
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <p role="status" className="w-full empty:hidden">
        {underWay !== null && endOfDayTexts.uncovered(shown, underWay.covered.length)}
      </p>
      {/* A single button for both states, so that it keeps the keyboard focus once the first
          place is uncovered. */}
      {(underWay === null || underWay.covered.length > 0) && (
        <Button
          busy={next.isPending}
          aria-haspopup={underWay === null ? 'dialog' : undefined}
          variant={underWay === null ? 'secondary' : 'primary'}
          onClick={() => {
            next.reset()
            if (underWay === null) setAsked(true)
            else next.mutate({ after: shown?.team_id ?? '' })
          }}
        >
          {label}
        </Button>
      )}
      {isAsked && (
        <Confirmation
          title={title}
          text={text}
          confirm={label}
          tone="primary"
          busy={next.isPending}
          error={next.error === null ? undefined : inlineErrorText(next.error)}
          onConfirm={(close) => next.mutate({ after: '' }, { onSuccess: close })}
          onClose={() => setAsked(false)}
        />
      )}
      <Correction change={reveal} texts={correctionTexts.reveal} input={() => ({})} />
    </div>
  )
}

/** Closes the results before the event's end: asks twice and shows the time left. */
function CloseEarly({ counts, left }: Pick<Overview, 'counts'> & { readonly left: string }) {
  const [step, setStep] = useState<'none' | 'first' | 'second'>('none')
  const { label, text, done } = correctionTexts.close(counts.waiting)
  const early = correctionTexts.closeEarly(left)
  const closing = useCorrection(closeResults, { done, quiet: true })
  const close = () => setStep('none')
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setStep('first')}>
        {label}
      </Button>
      {step === 'first' && (
        <Confirmation
          title={label}
          text={text}
          confirm={label}
          tone="primary"
          busy={false}
          onConfirm={() => setStep('second')}
          onClose={close}
        />
      )}
      {step === 'second' && (
        <Confirmation
          {...early}
          busy={closing.isPending}
          error={closing.error === null ? undefined : inlineErrorText(closing.error)}
          onConfirm={(end) => closing.mutate({}, { onSuccess: end })}
          onClose={close}
        />
      )}
    </>
  )
}

/** Closes the results (rule 17) or reopens them. */
export function CloseSwitch({ event, counts }: Pick<Overview, 'event' | 'counts'>) {
  const left = Date.parse(event.ends_at ?? '') - useNow()
  if (event.closed_at === null && left > 0)
    return <CloseEarly counts={counts} left={formatLeft(left)} />
  const [change, texts] =
    event.closed_at === null
      ? [closeResults, correctionTexts.close(counts.waiting)]
      : [reopenResults, correctionTexts.reopen]
  return <Correction key={texts.label} change={change} texts={texts} input={() => ({})} />
}
