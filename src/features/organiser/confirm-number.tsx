import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { overview } from '#contract/calls/organiser'
import { requestCode, signIn } from '#contract/calls/sign-in'
import type { Overview } from '#contract/organiser-entities'
import { formatRemainingAccusative } from '#lib/duration'
import { serverNow } from '#lib/server-clock'
import { plainText } from '#rules/text'
import { organiserTexts } from '#texts/organiser'
import { codeTexts } from '#texts/sign-in-link'
import { call } from '../../api/call'
import { currentUserQuery } from '../../api/queries'
import { inlineErrorText, refreshQueries } from '../../api/query-client'
import { Button, buttonClasses } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { organiserQuery } from './correction'

const { unconfirmed: texts } = organiserTexts.now

type Unconfirmed = NonNullable<Overview['unconfirmed']>

/** Finds the six digits in a typed code or a pasted SMS, whose last line ends with `#` and the code. */
const codeIn = (typed: string) =>
  /#(\d{6})(?!\d)/.exec(plainText(typed))?.[1] ?? plainText(typed).replace(/[ -]/g, '')

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

function useSending(mobile: string) {
  const [nextAt, setNextAt] = useState(0)
  const sending = useMutation({
    mutationFn: () => call(requestCode, { id: mobile }),
    meta: { quiet: true },
    onSuccess: ({ resend_seconds }) => setNextAt(serverNow() + resend_seconds * 1000),
  })
  return { sending, waitSeconds: Math.max(0, Math.ceil((nextAt - useNow()) / 1000)) }
}

function OwnNumber({ user_id, mobile }: Unconfirmed) {
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirming = useConfirming(mobile)
  const { sending, waitSeconds } = useSending(mobile)
  const shownError = isMissing
    ? codeTexts.missing
    : confirming.error && inlineErrorText(confirming.error)
  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = codeIn(typed)
    setMissing(!/^\d{6}$/.test(code))
    if (/^\d{6}$/.test(code) && !confirming.isPending) confirming.mutate(code)
  }
  const sendNew = () =>
    sending.mutate(undefined, {
      onSuccess: () => {
        setTyped('')
        setMissing(false)
        confirming.reset()
      },
    })
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-3">
      <TextField
        label={codeTexts.codeLabel}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed}
        error={shownError ?? undefined}
        onChange={({ target }) => setTyped(target.value)}
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
 * if the person is the signed-in organiser and had not confirmed the old number, because the screen
 * says that a code was sent.
 */
export function useCodeForNewNumber(): (userId: string, mobile: string) => void {
  const { data: user } = useQuery(currentUserQuery())
  const unconfirmed = useQuery(organiserQuery(overview, {})).data?.unconfirmed
  return (userId, mobile) => {
    if (userId !== user?.id || userId !== unconfirmed?.user_id) return
    if (mobile !== unconfirmed.mobile) void call(requestCode, { id: mobile }).catch(() => undefined)
  }
}

/**
 * Asks the first organiser for the code sent to their number: otherwise a typo would only show at
 * the next sign-in.
 */
export function ConfirmNumber({ unconfirmed }: { unconfirmed: Unconfirmed }) {
  const { data: user } = useQuery(currentUserQuery())
  if (user?.id !== unconfirmed.user_id) return <p className="text-soft">{texts.others}</p>
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{texts.text}</p>
      <OwnNumber {...unconfirmed} />
    </div>
  )
}
