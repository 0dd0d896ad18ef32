import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { register } from '#contract/calls/register'
import { serverNow } from '#lib/server-clock'
import { SMS_INTERVAL_MS } from '#rules/sign-in'
import { plainMobile } from '#rules/text'
import { ALREADY_REGISTERED } from '#texts/fields'
import { dataTexts } from '#texts/profile'
import { registrationTexts } from '#texts/registration'
import { sessionTexts } from '#texts/session'
import { type ApiError, hasCode } from '../../api/errors'
import { atFields } from '../../api/query-client'
import { PersonForm } from '../../session/person-form'
import { Button, linkClasses } from '../../ui/button'
import { AuthPage } from './auth-page'
import { type RequestedCode, registrationDraft } from './started-sign-in'
import { sendingCode, useRequestCode } from './use-sign-in'

const LINK = 'text-ink underline underline-offset-4'

/** The documents that the button accepts. They open in a new tab, so that nothing typed is lost. */
function Acceptance() {
  const { before, terms, between, privacy, after } = registrationTexts.acceptance
  return (
    <p className="text-sm text-soft">
      {before}
      <Link to="/uvijeti" hash="uvjeti" target="_blank" className={LINK}>
        {terms}
      </Link>
      {between}
      <Link to="/uvijeti" hash="privatnost" target="_blank" className={LINK}>
        {privacy}
      </Link>
      {after}
    </p>
  )
}

const route = getRouteApi('/auth/auth/register')

const FIELDS = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const

/** Errors without a toast: the screen shows them at their fields, or offers a sign-in code. */
const isShown = (error: ApiError) =>
  atFields(...FIELDS)(error) || hasCode(error, 'ALREADY_REGISTERED')

/** Registration: the form, then the SMS code. Offers a sign-in code if the account exists. */
export function RegisterPage() {
  const search = route.useSearch()
  const [draft] = useState(() => registrationDraft.get() ?? {})
  const { mutate, variables, error, isPending } = useMutation(sendingCode(register, isShown))
  const known = hasCode(error, 'ALREADY_REGISTERED') ? variables?.user_data.mobile : undefined
  return (
    <AuthPage
      title={sessionTexts.register}
      returnPath={search.redirect}
      first={(onRequested) => (
        <>
          <p className="-mb-1 text-soft">{registrationTexts.registerHint}</p>
          <PersonForm
            fields={FIELDS}
            hints={dataTexts}
            initial={draft}
            onType={registrationDraft.set}
            sent={variables?.user_data}
            busy={isPending}
            error={error}
            submitText={sessionTexts.submitRegistration}
            onSubmit={(user_data) => {
              const { mobile } = user_data
              mutate(
                { user_data },
                {
                  onSuccess: ({ sms_sent = true, resend_seconds }) => {
                    const registered = sms_sent
                      ? registrationTexts.registered
                      : registrationTexts.registeredAgain
                    const waitMs =
                      resend_seconds === undefined ? SMS_INTERVAL_MS : resend_seconds * 1000
                    const text = `${registered} ${registrationTexts.codeSentTo(plainMobile(mobile))}`
                    onRequested({ id: mobile, text, resendAt: serverNow() + waitMs })
                  },
                },
              )
            }}
          >
            <Acceptance />
          </PersonForm>
          {known !== undefined && <KnownAccount mobile={known} onRequested={onRequested} />}
          <p className="text-soft">
            {registrationTexts.hasAccount}{' '}
            <Link to="/auth/login" search={search} className={linkClasses}>
              {sessionTexts.signIn}
            </Link>
          </p>
        </>
      )}
    />
  )
}

interface KnownAccountProps {
  /** The existing account's number, as typed. */
  mobile: string
  onRequested: (code: RequestedCode) => void
}

/** Offers a sign-in code when the account exists already. */
function KnownAccount({ mobile, onRequested }: KnownAccountProps) {
  const { request, busy } = useRequestCode(onRequested)
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-control border border-accent p-4">
      <p>{ALREADY_REGISTERED}</p>
      <Button variant="secondary" busy={busy} onClick={() => request(mobile)}>
        {registrationTexts.sendCodeFor(mobile)}
      </Button>
    </div>
  )
}
