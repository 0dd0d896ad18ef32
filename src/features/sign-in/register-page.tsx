import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallInput } from '#contract/calls'
import { register } from '#contract/calls/register'
import { serverNow } from '#lib/server-clock'
import { SMS_INTERVAL_MS } from '#rules/sms-throttle'
import { plainMobile } from '#rules/text'
import { ALREADY_REGISTERED } from '#texts/fields'
import { dataTexts } from '#texts/profile'
import { registrationTexts } from '#texts/registration'
import { sessionTexts } from '#texts/session'
import { ApiError, hasCode } from '../../api/errors'
import { Button } from '../../ui/button'
import { fieldFault } from '../../ui/field-fault'
import { TextField } from '../../ui/text-field'
import { AuthPage, sendingCode, toldOf, useAskCode } from './auth-page'

type Profile = CallInput<'register'>['user_data']
type Field = keyof Profile

const profileSchema = register.input.entries.user_data

const FIELDS = [
  { name: 'first_name', label: registrationTexts.firstName, hint: dataTexts.names, autoComplete: 'given-name' },
  { name: 'last_name', label: registrationTexts.lastName, autoComplete: 'family-name' },
  {
    name: 'email',
    label: registrationTexts.email,
    hint: dataTexts.email,
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
  },
  {
    name: 'mobile',
    label: registrationTexts.mobile,
    hint: dataTexts.mobile,
    autoComplete: 'tel',
    type: 'tel',
    inputMode: 'tel',
  },
  { name: 'nickname', label: registrationTexts.nickname, hint: dataTexts.nickname, autoComplete: 'nickname' },
] as const satisfies readonly { name: Field; [attribute: string]: string }[]

const EMPTY: Profile = { first_name: '', last_name: '', email: '', mobile: '', nickname: '' }

interface RegisterFormProps {
  onSubmit: (profile: Profile) => void
  /** The values last sent. The server's error on a field is shown until that field changes. */
  sent: Profile | undefined
  busy: boolean
  error: unknown
}

/** The profile fields. Each is validated on its first blur, and from then on while typing. */
function RegisterForm({ onSubmit, sent, busy, error }: RegisterFormProps) {
  const [profile, setProfile] = useState(EMPTY)
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const [quiet, setQuiet] = useState(false)
  const ownFaultOf = (name: Field) => fieldFault(profileSchema.entries[name], profile[name])
  const serverFaults = error instanceof ApiError ? error.fields : {}

  function faultOf(name: Field): string | undefined {
    const own = left.has(name) ? ownFaultOf(name) : undefined
    return own ?? (sent?.[name] === profile[name] ? serverFaults[name] : undefined)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const first = FIELDS.find(({ name }) => ownFaultOf(name) !== undefined)
    // Shown before the focus comes, which reads the first one out; five alerts at once would say nothing.
    flushSync(() => {
      setQuiet(first !== undefined)
      setLeft(new Set(FIELDS.map(({ name }) => name)))
    })
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    onSubmit(profile)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">{registrationTexts.registerHint}</p>
      {FIELDS.map(({ name, ...attributes }) => (
        <TextField
          key={name}
          {...attributes}
          name={name}
          value={profile[name]}
          // From the state before: what was typed before the scripts ran arrives for all fields at once.
          onChange={({ target: { value } }) => setProfile((before) => ({ ...before, [name]: value }))}
          onBlur={() => {
            if (profile[name] === '') return
            setQuiet(false)
            setLeft(new Set([...left, name]))
          }}
          quiet={quiet}
          fault={faultOf(name)}
        />
      ))}
      <Acceptance />
      <Button type="submit" busy={busy}>
        {sessionTexts.submitRegistration}
      </Button>
    </form>
  )
}

const LINK = 'text-ink underline underline-offset-4'

/** States what pressing the button accepts. The documents open in a new tab, so that nothing typed is lost. */
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

/** Registration: the form, then the SMS code. For an existing account it offers a sign-in code. */
export function RegisterPage() {
  const search = route.useSearch()
  const { mutate, variables, error, isPending } = useMutation(sendingCode(register))
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
              const asked = { id: user_data.mobile, went: registrationTexts.codeWent(plainMobile(user_data.mobile)) }
              mutate(
                { user_data },
                {
                  onSuccess: ({ sms_sent = true, resend_seconds }) => {
                    const note = sms_sent ? registrationTexts.registered : registrationTexts.registeredAgain
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
            {registrationTexts.hasAccount}{' '}
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
        {registrationTexts.sendCodeFor(mobile)}
      </Button>
    </div>
  )
}
