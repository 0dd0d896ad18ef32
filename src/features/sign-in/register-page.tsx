import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionTexts } from '#i18n/session'
import { serverNow } from '#lib/server-clock'
import { SMS_INTERVAL_MS } from '#rules/sms-throttle'
import { mutations } from '../../api/calls'
import { CodeStep } from './code-step'
import { RegisterForm } from './register-form'

const route = getRouteApi('/auth/auth/register')

/** Registration: the form, then the code from the SMS that it sent. */
export function RegisterPage() {
  const search = route.useSearch()
  const register = useMutation(mutations.register)
  const [registered, setRegistered] = useState<{ userId: string; resendAt: number } | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl font-bold">{sessionTexts.register}</h1>
      {registered === null ? (
        <>
          <RegisterForm
            busy={register.isPending}
            error={register.error}
            onSubmit={(user_data) =>
              register.mutate(
                { user_data },
                { onSuccess: ({ user_id }) => setRegistered({ userId: user_id, resendAt: serverNow() + SMS_INTERVAL_MS }) },
              )
            }
          />
          <p className="text-soft">
            {sessionTexts.hasAccount}{' '}
            <Link
              to="/auth/login"
              search={search}
              className="inline-block py-2 font-semibold text-accent underline underline-offset-4"
            >
              {sessionTexts.signIn}
            </Link>
          </p>
        </>
      ) : (
        <CodeStep
          id={registered.userId}
          note={sessionTexts.registered}
          resendAt={registered.resendAt}
          remembered={search.redirect}
          onAskedAgain={(resendAt) => setRegistered({ ...registered, resendAt })}
          onOtherId={() => setRegistered(null)}
        />
      )}
    </div>
  )
}
