import { useMutation } from '@tanstack/react-query'
import { requestCode } from '#contract/calls/sign-in'
import { serverNow } from '#lib/server-clock'
import { plainMobile } from '#rules/text'
import { sessionTexts } from '#texts/session'
import { mutation } from '../../api/queries'

/** What the person is told once a code was asked for: whether somebody has this number or e-mail, the server does not say. */
export function toldOf(id: string) {
  const plain = plainMobile(id)
  const went = sessionTexts.codeWentIfFound(plain.includes('@') ? sessionTexts.ofAccount(plain) : plain)
  return { id, note: sessionTexts.codeSent, went }
}

/** Requests a code for an account. `resendAt` is when a new one may be requested (ms, server time). */
export function useAskCode(onAsked: (id: string, resendAt: number) => void) {
  const { mutate, error, isPending } = useMutation(mutation(requestCode))
  return {
    error,
    busy: isPending,
    ask: (id: string) => mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) }),
  }
}
