import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { register } from '#contract/calls/sign-in'
import { serverNow } from '#lib/server-clock'
import { SMS_INTERVAL_MS } from '#rules/sms-throttle'
import { plainMobile } from '#rules/text'
import { ALREADY_REGISTERED } from '#texts/errors'
import { sessionTexts } from '#texts/session'
import { hasCode } from '../../api/errors'
import { mutation } from '../../api/queries'
import { Button } from '../../ui/button'
import { AuthPage } from './auth-page'
import { RegisterForm } from './register-form'
import { toldOf, useAskCode } from './use-ask-code'

const route = getRouteApi('/auth/auth/register')

/** Registration: the form, then the SMS code. For an existing account it offers a sign-in code. */
export function RegisterPage() {
  const search = route.useSearch()
  const { mutate, variables, error, isPending } = useMutation(mutation(register))
  const known = hasCode(error, 'ALREADY_REGISTERED') ? variables?.user_data.mobile : undefined
  return (
    <AuthPage
      title={sessionTexts.register}
      returnPath={search.redirect}
      first={(onAsked) => (
        <>
          <RegisterForm
            sent={variables?.user_data}
            busy={isPending}
            error={error}
            onSubmit={(user_data) => {
              const asked = { id: user_data.mobile, went: sessionTexts.codeWent(plainMobile(user_data.mobile)) }
              mutate(
                { user_data },
                {
                  onSuccess: ({ sms_sent = true, resend_seconds }) => {
                    const note = sms_sent ? sessionTexts.registered : sessionTexts.registeredAgain
                    const waitMs = resend_seconds === undefined ? SMS_INTERVAL_MS : resend_seconds * 1000
                    onAsked({ ...asked, note, resendAt: serverNow() + waitMs })
                  },
                },
              )
            }}
          />
          {known !== undefined && (
            <KnownAccount mobile={known} onAsked={(id, resendAt) => onAsked({ ...toldOf(id), resendAt })} />
          )}
          <p className="text-soft">
            {sessionTexts.hasAccount}{' '}
            <Link
              to="/auth/login"
              search={search}
              className="inline-block py-3 font-semibold text-accent underline underline-offset-4"
            >
              {sessionTexts.signIn}
            </Link>
          </p>
        </>
      )}
    />
  )
}

interface KnownAccountProps {
  /** As typed; it is the account that exists. */
  mobile: string
  /** @param resendAt when a new code may be requested (ms, server time) */
  onAsked: (id: string, resendAt: number) => void
}

/** Shown when registration hits an existing account: offers a sign-in code instead. */
function KnownAccount({ mobile, onAsked }: KnownAccountProps) {
  const { ask, busy } = useAskCode(onAsked)
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-control border border-accent p-4">
      <p>{ALREADY_REGISTERED}</p>
      <Button variant="secondary" busy={busy} onClick={() => ask(mobile)}>
        {sessionTexts.sendCodeFor(mobile)}
      </Button>
    </div>
  )
}
