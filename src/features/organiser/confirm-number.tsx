import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { overview } from '#contract/calls/organiser'
import { signIn } from '#contract/calls/sign-in'
import type { Overview } from '#contract/organiser-entities'
import { formatRemainingAccusative } from '#lib/duration'
import { CODE_LENGTH, isExcess, readCode } from '#lib/sms-code'
import { organiserTexts } from '#texts/organiser'
import { codeTexts } from '#texts/sign-in-link'
import { call } from '../../api/call'
import { hasCode } from '../../api/errors'
import { currentUserQuery } from '../../api/queries'
import { inlineErrorText, refreshQueries } from '../../api/query-client'
import { sendOwnCode, sentCode } from '../../session/own-code'
import { Button, buttonClasses } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { organiserQuery } from './correction'

const { unconfirmed: texts } = organiserTexts.now

type Unconfirmed = NonNullable<Overview['unconfirmed']>

/** Confirms the number by signing in with its code, which leaves the session as it is. */
function useConfirming(mobile: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mtp: string) => call(signIn, { id: mobile, mtp }),
    meta: { quiet: true },
    onSuccess: async () => {
      toast.success(texts.done)
      await refreshQueries(client)
    },
  })
}

function OwnNumber({ user_id, mobile }: Unconfirmed) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const confirming = useConfirming(mobile)
  const sending = useMutation({ mutationFn: () => sendOwnCode(mobile), meta: { quiet: true } })
  const latest = useSyncExternalStore(sentCode.subscribe, sentCode.get)
  const now = useNow()
  const sent = latest?.to === mobile ? latest : null
  const waitSeconds = sent === null ? 0 : Math.max(0, Math.ceil((sent.nextAt - now) / 1000))
  const shownError = wrong ?? (confirming.error && inlineErrorText(confirming.error))
  /** Sends each code once: the sixth digit sends it, and a tap on the button may follow. */
  function send(mtp: string): void {
    const isRefused = confirming.variables === mtp && hasCode(confirming.error, 'INVALID_CODE')
    if (!confirming.isPending && !isRefused) confirming.mutate(mtp)
  }
  function type(typed: string): void {
    if (code.length === CODE_LENGTH && isExcess(typed, code)) return
    // No hosts: nobody signs in by a link here.
    const read = readCode(typed, [])
    setWrong(read.kind === 'none' ? codeTexts.noCodeFound : null)
    const digits = read.kind === 'digits' ? read.digits : ''
    setCode(digits)
    if (digits.length === CODE_LENGTH) send(digits)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    setWrong(code.length < CODE_LENGTH ? codeTexts.missing : null)
    if (code.length === CODE_LENGTH) send(code)
  }
  const sendNew = () =>
    sending.mutate(undefined, {
      onSuccess: () => {
        setCode('')
        setWrong(null)
        confirming.reset()
      },
    })
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-3">
      <p className="text-soft">{sent === null ? texts.notSent : texts.sent}</p>
      <TextField
        label={codeTexts.codeLabel}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={shownError ?? undefined}
        onChange={({ target }) => type(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={confirming.isPending}>
          {texts.confirm}
        </Button>
        {waitSeconds === 0 && (
          <Button variant="secondary" busy={sending.isPending} onClick={sendNew}>
            {texts.send}
          </Button>
        )}
        <Link
          to="/organizator/priprema"
          search={{ part: 'settings', personId: user_id }}
          className={buttonClasses('quiet')}
        >
          {texts.change}
        </Link>
      </div>
      <p role="status" className="text-soft empty:hidden">
        {waitSeconds > 0 && codeTexts.resendIn(formatRemainingAccusative(waitSeconds))}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {sending.error && inlineErrorText(sending.error)}
      </p>
    </form>
  )
}

/**
 * Returns a function to call after a person's number was changed. It sends a code to the new number
 * if the person is the signed-in organiser and had not confirmed the old number.
 */
export function useCodeForNewNumber(): (userId: string, mobile: string) => void {
  const { data: user } = useQuery(currentUserQuery())
  const unconfirmed = useQuery(organiserQuery(overview, {})).data?.unconfirmed
  return (userId, mobile) => {
    if (userId !== user?.id || userId !== unconfirmed?.user_id) return
    if (mobile !== unconfirmed.mobile) void sendOwnCode(mobile).catch(() => undefined)
  }
}

/**
 * Asks the first organiser for the code sent to their number: otherwise a typo would only show at
 * the next sign-in.
 */
export function ConfirmNumber({ unconfirmed }: { unconfirmed: Unconfirmed }) {
  const { data: user } = useQuery(currentUserQuery())
  if (user?.id !== unconfirmed.user_id) return <p className="text-soft">{texts.others}</p>
  return <OwnNumber {...unconfirmed} />
}
