import { useMutation } from '@tanstack/react-query'
import {
  CircleAlert,
  CircleCheck,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  QrCode as QrIcon,
  Undo2,
} from 'lucide-react'
import { type ComponentProps, useEffect, useState, useSyncExternalStore } from 'react'
import { voidAward } from '#contract/calls/booth'
import type { Award } from '#contract/entities'
import { mayStillVoid } from '#rules/award-time'
import { awardTexts } from '#texts/booth'
import { HANDED_OUT } from '#texts/nouns'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { serverReachable } from '../../api/connection'
import { ApiError } from '../../api/errors'
import { mutation } from '../../api/queries'
import { captureClocks } from '../../offline/clocks'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { makeVouchers } from '../../offline/signing'
import { type AwardState, signingFor } from '../../offline/view'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { FullScreenCode } from '../../ui/qr-code'
import { toast } from '../../ui/toast'

/** The state of an award on a screen. */
export type GivenState =
  | AwardState
  /**
   * The award could not be stored on the device, so it is sent at once. `sending` turns false if
   * the server does not confirm it.
   */
  | { readonly kind: 'not-stored'; readonly sending: boolean }

interface StateDisplay {
  readonly icon: LucideIcon
  readonly className: string
  readonly text: string
  /** True if the text gives a reason: points and team are then hidden. */
  readonly isReason?: true
}

const SENDING: StateDisplay = {
  icon: LoaderCircle,
  className: 'text-soft [&_svg]:animate-spin',
  text: outboxTexts.sending,
}
const UNDONE: StateDisplay = { icon: Undo2, className: 'text-soft', text: outboxTexts.undone }

/** The text size of a state with a reason. */
const REASON = 'text-sm short:text-[0.8125rem] short:leading-4'
const failure = (text: string): StateDisplay => ({
  icon: CircleAlert,
  className: classes(REASON, 'text-danger'),
  text,
  isReason: true,
})

/** True if an award counts for nothing because staff undid it. */
export const isUndone = (state: GivenState | undefined): boolean =>
  state?.kind === 'withdrawn' || (state?.kind === 'recorded' && state.award.voided)

export function displayOf(state: GivenState): StateDisplay {
  switch (state.kind) {
    case 'waiting':
      return { icon: Hourglass, className: 'text-warn', text: outboxTexts.waiting }
    case 'sending':
      return SENDING
    case 'cancelling':
      return state.sending
        ? SENDING
        : { icon: Hourglass, className: 'text-warn', text: outboxTexts.cancelling }
    case 'withdrawn':
      return UNDONE
    case 'not-undone':
      return failure(outboxTexts.notUndone(state.reason))
    case 'refused':
      return failure(outboxTexts.refused(state.reason))
    case 'not-stored':
      return state.sending
        ? {
            icon: CircleAlert,
            className: 'text-warn',
            text: awardTexts.notStoredSending,
            isReason: true,
          }
        : failure(awardTexts.notStored)
    case 'recorded':
      return state.award.voided
        ? UNDONE
        : {
            icon: CircleCheck,
            className: 'font-semibold text-accent',
            text: state.award.points === 0 ? HANDED_OUT : outboxTexts.recorded,
          }
  }
}

interface Undo {
  /** True as soon as the void is confirmed, before the lists are refetched. */
  readonly done: boolean
  /** Whether the award can be voided now. */
  readonly may: boolean
  readonly busy: boolean
  /**
   * Why the void failed; null if it didn't. A void that got no response may be retried.
   */
  readonly problem: string | null
  run(onUndone?: () => void): void
}

/**
 * Voids an award (rule 12) and reports the outcome. Pass null while there is no award to void.
 * `now` is the server's time (ms).
 */
export function useUndo(award: Award | null, now: number): Undo {
  const { mutate, data, error, variables, isPending } = useMutation(mutation(voidAward))
  // The last attempt may belong to a previous award.
  const ofThis = award !== null && variables?.award_id === award.award_id
  const failure = ofThis ? error : null
  const isRefused = failure instanceof ApiError
  const done = award?.voided === true || (ofThis && data?.award.voided === true)
  return {
    done,
    may: award !== null && !done && !isRefused && mayStillVoid(Date.parse(award.received_at), now),
    busy: ofThis && isPending,
    problem:
      failure === null || done ? null : isRefused ? failure.message : awardTexts.undoUnconfirmed,
    run(onUndone) {
      if (award === null) return
      mutate(
        { award_id: award.award_id },
        {
          onSuccess: ({ award: voided }) => {
            // Other tabs still show it as recorded (fault 51).
            pageOutbox.update(voided)
            onUndone?.()
          },
        },
      )
    },
  }
}

/** The text size below a state. */
const SMALL_TEXT = 'text-[0.8125rem] leading-4.5'

interface AwardStateTextProps {
  state: GivenState
  undo: Undo
  /** The award's points and team; hidden next to a reason. */
  what?: string
}

export function AwardStateText({ state, undo, what }: AwardStateTextProps) {
  const { icon: Icon, className, text, isReason } = displayOf(state)
  return (
    <>
      <p className={classes('flex gap-2', className)}>
        <Icon aria-hidden className="size-5 shrink-0 self-center" />
        <span className="min-w-0 wrap-break-word">
          <span data-state="">{text}</span>
          {what !== undefined && !isReason && <span>{what}</span>}
        </span>
      </p>
      {undo.problem !== null && <p className={classes(SMALL_TEXT, 'text-warn')}>{undo.problem}</p>}
    </>
  )
}

/** Distinguishes the accessible names of several awards' buttons. */
interface AwardName {
  readonly label: string
  readonly teamName: string
}

interface ActionProps extends AwardName {
  text: string
  variant?: ComponentProps<typeof Button>['variant']
  busy?: boolean
  onClick: () => void
}

/**
 * Classes of a quiet button in a row of text: narrow enough for two side by side on the narrowest
 * phone. The negative margin moves the button out of the row by 0.5rem, so it may be that much
 * wider than the row: otherwise a button alone in its row would break its text.
 */
export const INLINE_BUTTON = '-ml-2 max-w-[calc(100%+0.5rem)]! px-2!'

function Action({ text, label, teamName, variant = 'quiet', ...props }: ActionProps) {
  return (
    <Button
      {...props}
      variant={variant}
      arrives
      className={variant === 'quiet' ? INLINE_BUTTON : undefined}
      aria-label={outboxTexts.named(text, label, teamName)}
    >
      {text}
    </Button>
  )
}

/** The actions on an award in this state. */
export function AwardActions({
  state,
  undo,
  onSeen = dismissAward,
  ...named
}: AwardName & { state: GivenState; undo: Undo; onSeen?: (awardId: string) => void }) {
  return (
    <>
      {state.kind === 'waiting' && (
        <Action {...named} text={outboxTexts.cancel} onClick={() => cancelAward(state.awardId)} />
      )}
      {/* Mounted in both states, so that the dialog stays open from attempt to attempt. */}
      {(state.kind === 'waiting' || state.kind === 'sending') && (
        <ShowToTeam {...named} awardId={state.awardId} isSending={state.kind === 'sending'} />
      )}
      {(state.kind === 'refused' || state.kind === 'not-undone') && (
        <Action
          {...named}
          text={outboxTexts.seen}
          variant="secondary"
          onClick={() => onSeen(state.awardId)}
        />
      )}
      {undo.may && (
        <Action {...named} text={outboxTexts.cancel} busy={undo.busy} onClick={() => undo.run()} />
      )}
    </>
  )
}

function cancelAward(awardId: string): void {
  pageOutbox.cancel(awardId, captureClocks()).catch(() => toast.error(outboxTexts.notCancelled))
}

function dismissAward(awardId: string): void {
  pageOutbox.dismiss(awardId).catch(() => toast.error(outboxTexts.notDismissed))
}

/**
 * The button that shows the team a copy of an award, while the award waits or the server cannot be
 * reached.
 */
function ShowToTeam({
  awardId,
  isSending,
  label,
  teamName,
}: AwardName & { awardId: string; isSending: boolean }) {
  const { entries } = useOutbox()
  const signs = useSyncExternalStore(signingFor.subscribe, signingFor.get)
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const [open, setOpen] = useState(false)
  const userId = entries.find((one) => one.awardId === awardId)?.userId
  if (userId === undefined || signs !== userId || (isSending && reachable)) return null
  return (
    <>
      <Button
        variant="secondary"
        arrives
        className="px-3!"
        aria-haspopup="dialog"
        aria-label={outboxTexts.named(voucherTexts.show, label, teamName)}
        onClick={() => setOpen(true)}
      >
        <QrIcon aria-hidden className="size-5 max-[22rem]:hidden" />
        <span>{voucherTexts.show}</span>
      </Button>
      {open && (
        <VoucherDialog
          awardId={awardId}
          teamName={teamName}
          userId={userId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface VoucherDialogProps {
  awardId: string
  teamName: string
  userId: string
  onClose: () => void
}

/** The team's copy of an award as a QR code: full screen, bright, and the screen stays awake. */
function VoucherDialog({ awardId, teamName, userId, onClose }: VoucherDialogProps) {
  /** Undefined while the code is being made; null if it cannot be made. */
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    makeVouchers(userId, () => pageOutbox.markShown([awardId])).then(
      ([address]) => setCode(address ?? null),
      () => setCode(null),
    )
  }, [userId, awardId])
  return (
    <FullScreenCode
      title={teamName}
      code={code ?? undefined}
      dense
      label={voucherTexts.qrLabel(teamName)}
      onClose={onClose}
    >
      <p role="status" className="text-lg landscape:flex-1">
        {code === null ? voucherTexts.notReady : voucherTexts.hint}
      </p>
    </FullScreenCode>
  )
}

interface AwardStateProps extends AwardName {
  /** Undefined while the award is being stored, and once the user has dismissed its refusal. */
  state: GivenState | undefined
  /** The server's time (ms). */
  now: number
  /** False hides the actions, as on an award that another account gave. */
  mayAct?: boolean
}

/**
 * The state of one award of several, with its actions. Shows it as recorded only after the server's
 * confirmation.
 */
export function AwardStateRow({ state, now, mayAct = true, ...named }: AwardStateProps) {
  const undo = useUndo(state?.kind === 'recorded' ? state.award : null, now)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-36">
        {state !== undefined && <AwardStateText state={state} undo={undo} />}
      </div>
      {state !== undefined && mayAct && (
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <AwardActions {...named} state={state} undo={undo} />
        </div>
      )}
    </div>
  )
}
