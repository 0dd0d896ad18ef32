import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionTexts } from '#texts/session'
import { CodeStep } from './code-step'
import { IdStep } from './id-step'
import { Found, OwnSignIn } from './sign-in-hints'

const route = getRouteApi('/auth/auth/login')

/** Sign-in: identifies the account, then takes the SMS code. */
export function SignInPage() {
  const search = route.useSearch()
  const [asked, setAsked] = useState<{ id: string; resendAt: number } | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl font-bold">{sessionTexts.signIn}</h1>
      <Found returnPath={search.redirect} />
      <OwnSignIn />
      {asked === null ? (
        <IdStep onAsked={(id, resendAt) => setAsked({ id, resendAt })} />
      ) : (
        <CodeStep
          id={asked.id}
          note={sessionTexts.codeSent}
          resendAt={asked.resendAt}
          remembered={search.redirect}
          onAskedAgain={(resendAt) => setAsked({ id: asked.id, resendAt })}
          onOtherId={() => setAsked(null)}
        />
      )}
      <p className="text-soft">
        {sessionTexts.noAccount}{' '}
        <Link
          to="/auth/register"
          search={search}
          className="inline-block py-3 font-semibold text-accent underline underline-offset-4"
        >
          {sessionTexts.register}
        </Link>
      </p>
    </div>
  )
}
