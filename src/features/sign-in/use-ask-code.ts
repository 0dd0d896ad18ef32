import { useMutation } from '@tanstack/react-query'
import { requestCode } from '#contract/calls/sign-in'
import { mutation } from '../../api/calls'
import { serverNow } from '../../server-clock'

/** Requests a code for an account. `resendAt` is when a new one may be requested (ms, server time). */
export function useAskCode(onAsked: (id: string, resendAt: number) => void) {
  const { mutate, error, isPending } = useMutation(mutation(requestCode))
  return {
    error,
    busy: isPending,
    ask: (id: string) => mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) }),
  }
}
