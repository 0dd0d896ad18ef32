import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { register } from '#contract/calls/register'
import { SMS_INTERVAL_MS } from '#rules/sms-throttle'
import { sessionTexts } from '#texts/session'
import { mutation } from '../../api/calls'
import { hasCode } from '../../api/errors'
import { serverNow } from '../../server-clock'
import { CodeStep } from './code-step'
import { KnownAccount } from './known-account'
import { RegisterForm } from './register-form'
import { Found, OwnSignIn } from './sign-in-hints'

const route = getRouteApi('/auth/auth/register')

/** The account whose code is awaited, and what the person is told about the SMS. */
interface Awaited {
  readonly id: string
  readonly note: string
  readonly resendAt: number
}

/** Registration: the form, then the SMS code. For an existing account it offers a sign-in code. */
export function RegisterPage() {
  const search = route.useSearch()
  const registering = useMutation(mutation(register))
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const typed = registering.variables?.user_data
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl font-bold">{sessionTexts.register}</h1>
      <Found returnPath={search.redirect} />
      <OwnSignIn />
      {awaited === null ? (
        <>
          <RegisterForm
            busy={registering.isPending}
            error={registering.error}
            onSubmit={(user_data) =>
              registering.mutate(
                { user_data },
                {
                  onSuccess: () =>
                    setAwaited({
                      id: user_data.mobile,
                      note: sessionTexts.registered,
                      resendAt: serverNow() + SMS_INTERVAL_MS,
                    }),
                },
              )
            }
          />
          {typed !== undefined && hasCode(registering.error, 'ALREADY_REGISTERED') && (
            <KnownAccount
              mobile={typed.mobile}
              onAsked={(id, resendAt) => setAwaited({ id, note: sessionTexts.codeSent, resendAt })}
            />
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
      ) : (
        <CodeStep
          id={awaited.id}
          note={awaited.note}
          resendAt={awaited.resendAt}
          remembered={search.redirect}
          onAskedAgain={(resendAt) => setAwaited({ ...awaited, resendAt })}
          onOtherId={() => setAwaited(null)}
        />
      )}
    </div>
  )
}
