import { useMutation } from '@tanstack/react-query'
import { errorTexts } from '#i18n/errors'
import { sessionTexts } from '#i18n/session'
import { mutations } from '../../api/calls'
import { serverNow } from '../../server-clock'
import { Button } from '../../ui/button'

interface KnownAccountProps {
  /** What was typed of the account that exists; either may be the one it is known by. */
  mobile: string
  email: string
  /** @param resendAt when a new code may be asked for (ms, server time) */
  onAsked: (id: string, resendAt: number) => void
}

/** Registration met an account that exists: a code is offered instead. */
export function KnownAccount({ mobile, email, onAsked }: KnownAccountProps) {
  const requestCode = useMutation(mutations.requestCode)
  const ask = (id: string) =>
    requestCode.mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) })
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-control border border-accent p-4">
      <p>{errorTexts.ALREADY_REGISTERED}</p>
      {[mobile, email].map((id) => (
        <Button key={id} variant="secondary" busy={requestCode.isPending} onClick={() => ask(id)}>
          {sessionTexts.sendCodeFor(id)}
        </Button>
      ))}
    </div>
  )
}
