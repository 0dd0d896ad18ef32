import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { firstOrganiser } from '#contract/calls/setup'
import { sessionTexts } from '#texts/session'
import { setupTexts } from '#texts/setup'
import { hasCode } from '../../api/errors'
import { mutation } from '../../api/queries'
import { atFields } from '../../api/query-client'
import { sendOwnCode } from '../../session/own-code'
import { type PersonData, PersonForm } from '../../session/person-form'
import { buttonClasses } from '../../ui/button'
import { WithCookies } from './auth-page'
import { useWelcome } from './use-sign-in'

/** The token of the opened address, held in memory only. */
let openedToken: string | undefined
function takeToken(): string | undefined {
  openedToken = window.firstOrganiserInAddress ?? openedToken
  delete window.firstOrganiserInAddress
  return openedToken
}

const FIELDS = ['first_name', 'last_name', 'mobile', 'email', 'nickname'] as const

/** No toast: the screen shows a used address and faulty fields. */
const signUp = mutation(
  firstOrganiser,
  (error) => hasCode(error, 'INVALID_CODE') || atFields(...FIELDS)(error),
)

/**
 * The first organiser signs up with the address that the server printed at its start, and continues
 * in Priprema.
 */
export function FirstOrganiserPage() {
  const [token] = useState(takeToken)
  const welcome = useWelcome()
  const { mutate, variables, error, isPending } = useMutation(signUp)

  if (token === undefined || hasCode(error, 'INVALID_CODE')) {
    return (
      <div className="flex flex-col gap-5">
        <h1 className="text-[min(1.5rem,11vw)] leading-snug font-bold">{setupTexts.first.title}</h1>
        <p>{token === undefined ? setupTexts.first.noToken : setupTexts.first.used}</p>
        <Link to="/auth/login" className={buttonClasses()}>
          {sessionTexts.signIn}
        </Link>
      </div>
    )
  }
  const signUpAs = (user_data: PersonData) =>
    mutate(
      { token, user_data },
      {
        onSuccess: ({ user }) => {
          // Send the code that Priprema asks for. Without it, a typo in the number would only show
          // at the next sign-in.
          void sendOwnCode(user.mobile).catch(() => undefined)
          welcome(user, '/organizator/priprema')
        },
      },
    )
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-[min(1.5rem,11vw)] leading-snug font-bold">{setupTexts.first.title}</h1>
      <p className="text-soft">{setupTexts.first.hint}</p>
      <WithCookies>
        <PersonForm
          fields={FIELDS}
          sent={variables?.user_data}
          busy={isPending}
          error={error}
          submitText={setupTexts.first.submit}
          onSubmit={signUpAs}
        />
      </WithCookies>
    </div>
  )
}
