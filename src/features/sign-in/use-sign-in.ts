import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Change, Input, Output } from '#contract/call'
import { requestCode } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { serverNow } from '#lib/server-clock'
import { plainMobile } from '#rules/text'
import { sessionTexts } from '#texts/session'
import { call } from '../../api/call'
import { mutation } from '../../api/queries'
import { atFields, type Quiet } from '../../api/query-client'
import { replaceCurrentUser } from '../../session/current-user'
import { pathAfterSignIn, takeRememberedPath } from '../../session/paths'
import { toast } from '../../ui/toast'
import { forgetStartedSignIn, type RequestedCode } from './started-sign-in'

/** Loaded lazily, because no first paint needs it. */
export const loadCodeStep = () => import('./code-step')

/** The mutation of a call that sends a code. Loads the code step first. */
export function sendingCode<C extends Change>(change: C, quiet: Quiet) {
  async function send(input: Input<C>): Promise<Output<C>> {
    await loadCodeStep()
    return await call(change, input)
  }
  return { ...mutation(change, quiet), mutationFn: send }
}

/** Requests a code for an account. The server does not say whether the account exists. */
export function useRequestCode(onRequested: (code: RequestedCode) => void) {
  const { mutate, error, isPending } = useMutation(sendingCode(requestCode, atFields('id')))
  function request(id: string): void {
    const plain = plainMobile(id)
    const number = plain.includes('@') ? sessionTexts.ofAccount(plain) : plain
    mutate(
      { id },
      {
        onSuccess: ({ resend_seconds }) =>
          onRequested({
            id,
            text: sessionTexts.codeRequested(number),
            resendAt: serverNow() + resend_seconds * 1000,
          }),
      },
    )
  }
  return { request, error, busy: isPending }
}

/**
 * Returns a function to call after sign-in: it caches the user, greets them and opens the
 * remembered path, by default the stored one. Always clears the stored one: it must not lead the
 * next person on this device.
 */
export function useWelcome(): (user: User, remembered: string | undefined) => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (user, remembered) => {
    replaceCurrentUser(queryClient, user)
    forgetStartedSignIn()
    const stored = takeRememberedPath()
    // Register the device's key again: it may have been revoked with the earlier session.
    const { id: userId, vendor_id: vendorId } = user
    if (vendorId !== null)
      void import('../../offline/signing')
        .then((key) => key.registerAgain({ userId, vendorId }))
        .catch(() => undefined)
    toast.success(sessionTexts.welcome(user.first_name))
    void router.navigate({ href: pathAfterSignIn(user, remembered ?? stored), replace: true })
  }
}
