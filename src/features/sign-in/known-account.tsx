import { useMutation } from '@tanstack/react-query'
import { ALREADY_REGISTERED } from '#i18n/errors'
import { sessionTexts } from '#i18n/session'
import { mutations } from '../../api/calls'
import { serverNow } from '../../server-clock'
import { Button } from '../../ui/button'

interface KnownAccountProps {
  /** The values typed; either may identify the existing account. */
  mobile: string
  email: string
  /** @param resendAt when a new code may be requested (ms, server time) */
  onAsked: (id: string, resendAt: number) => void
}

/** Shown when registration hits an existing account: offers a sign-in code instead. */
export function KnownAccount({ mobile, email, onAsked }: KnownAccountProps) {
  const requestCode = useMutation(mutations.requestCode)
  const ask = (id: string) =>
    requestCode.mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) })
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-control border border-accent p-4">
      <p>{ALREADY_REGISTERED}</p>
      {[mobile, email].map((id) => (
        <Button key={id} variant="secondary" busy={requestCode.isPending} onClick={() => ask(id)}>
          {sessionTexts.sendCodeFor(id)}
        </Button>
      ))}
    </div>
  )
}
