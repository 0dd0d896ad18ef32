import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { signIn } from '#contract/calls/sign-in'
import { formatRemainingAccusative } from '#lib/duration'
import { CODE_LENGTH, isExcess, readCode } from '#lib/sms-code'
import { codeTexts } from '#texts/sign-in-link'
import { hasCode } from '../../api/errors'
import { mutation, ownOrigins } from '../../api/queries'
import { openedSignInLink } from '../../session/opened-address'
import { rememberPath } from '../../session/paths'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { useNow } from '../../ui/use-now'
import type { RequestedCode } from './started-sign-in'
import { useRequestCode, useWelcome } from './use-sign-in'

/** WebOTP (https://wicg.github.io/web-otp/), missing in TypeScript's types. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] }
}

/**
 * Calls `onCode` with the code from an SMS for this site, if the browser supports it and the person
 * agrees. Returns a function that cancels it.
 */
function receiveCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in window)) return () => undefined
  const controller = new AbortController()
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: controller.signal }
  navigator.credentials.get(request).then(
    (credential) => {
      if (credential !== null && 'code' in credential && typeof credential.code === 'string')
        onCode(credential.code)
    },
    // Declined or aborted: the person types the code.
    () => undefined,
  )
  return () => controller.abort()
}

function isVerdict(error: unknown): boolean {
  return hasCode(error, 'INVALID_CODE') || hasCode(error, 'TOO_MANY_ATTEMPTS')
}

interface CodeStepProps extends RequestedCode {
  remembered: string | undefined
  onResent: (resendAt: number) => void
  onOtherId: () => void
}

/** The field for the SMS code; submits as soon as six digits are entered. */
export function CodeStep({ id, text, resendAt, remembered, onResent, onOtherId }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const router = useRouter()
  const signingIn = useMutation(mutation(signIn, isVerdict))
  /** The last submitted code; empty if the server did not judge it. */
  const sent = useRef('')
  const resend = useRequestCode((code) => {
    setCode('')
    sent.current = ''
    signingIn.reset()
    onResent(code.resendAt)
  })
  const welcome = useWelcome()
  const field = useRef<HTMLInputElement>(null)
  // The focused element of the previous step was unmounted.
  useEffect(() => field.current?.focus(), [])
  const onReceived = useEffectEvent((received: string) => type(received))
  useEffect(() => receiveCode((received) => onReceived(received)), [])
  const waitSeconds = Math.max(0, Math.ceil((resendAt - useNow()) / 1000))
  const refused = isVerdict(signingIn.error)
  const shownError = wrong !== null ? wrong : refused ? signingIn.error?.message : undefined

  /**
   * Submits each code once: the sixth digit sends it, a tap on the button may follow, and a wrong
   * code costs a try.
   */
  function send(mtp: string) {
    if (signingIn.isPending || sent.current === mtp) {
      field.current?.focus()
      return
    }
    sent.current = mtp
    signingIn.mutate(
      { id, mtp },
      {
        onSuccess: ({ user }) => welcome(user, remembered),
        onError: (error) => {
          if (!isVerdict(error) && sent.current === mtp) sent.current = ''
        },
      },
    )
  }
  function type(typed: string) {
    if (code.length === CODE_LENGTH && isExcess(typed, code)) return
    const read = readCode(
      typed,
      ownOrigins().map((origin) => new URL(origin).host),
    )
    setWrong(read.kind === 'none' ? codeTexts.noCodeFound : null)
    switch (read.kind) {
      case 'link':
        // Open a pasted link as if it had been tapped in the SMS.
        openedSignInLink.set(read)
        if (remembered !== undefined) rememberPath(remembered)
        void router.navigate({ to: '/l', replace: true })
        return
      case 'digits':
        setCode(read.digits)
        if (read.digits.length === CODE_LENGTH) send(read.digits)
        return
      case 'none':
        setCode('')
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setWrong(code.length < CODE_LENGTH ? codeTexts.missing : null)
    if (code.length === CODE_LENGTH) send(code)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="text-soft">
        <p role="status" className="wrap-anywhere">
          {text}
        </p>
        <Button variant="quiet" className="-ml-2 px-2! underline" onClick={onOtherId}>
          {codeTexts.otherId}
        </Button>
      </div>
      <TextField
        label={codeTexts.codeLabel}
        hint={codeTexts.codeHint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={field}
        value={code}
        onChange={(event) => type(event.target.value)}
        error={shownError}
        className="text-2xl tracking-[0.4em]"
      />
      <Button type="submit" busy={signingIn.isPending}>
        {codeTexts.submitCode}
      </Button>
      {waitSeconds > 0 ? (
        <p className="text-soft">{codeTexts.resendIn(formatRemainingAccusative(waitSeconds))}</p>
      ) : (
        <Button variant="secondary" busy={resend.busy} onClick={() => resend.request(id)}>
          {codeTexts.resend}
        </Button>
      )}
    </form>
  )
}
