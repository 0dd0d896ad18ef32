import { useMutation } from '@tanstack/react-query'
import { requestCode } from '#contract/calls/sign-in'
import { ALREADY_REGISTERED } from '#texts/errors'
import { sessionTexts } from '#texts/session'
import { mutation } from '../../api/calls'
import { serverNow } from '../../server-clock'
import { Button } from '../../ui/button'

interface KnownAccountProps {
  /** As typed; it is the account that exists. */
  mobile: string
  /** @param resendAt when a new code may be requested (ms, server time) */
  onAsked: (id: string, resendAt: number) => void
}

/** Shown when registration hits an existing account: offers a sign-in code instead. */
export function KnownAccount({ mobile, onAsked }: KnownAccountProps) {
  const asking = useMutation(mutation(requestCode))
  const ask = () =>
    asking.mutate({ id: mobile }, { onSuccess: ({ resend_seconds }) => onAsked(mobile, serverNow() + resend_seconds * 1000) })
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-control border border-accent p-4">
      <p>{ALREADY_REGISTERED}</p>
      <Button variant="secondary" busy={asking.isPending} onClick={ask}>
        {sessionTexts.sendCodeFor(mobile)}
      </Button>
    </div>
  )
}
