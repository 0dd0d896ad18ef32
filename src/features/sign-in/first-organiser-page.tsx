import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { firstOrganiser } from '#contract/calls/setup'
import { commonTexts } from '#texts/common'
import { registrationTexts } from '#texts/registration'
import { sessionTexts } from '#texts/session'
import { setupTexts } from '#texts/setup'
import { mayKeepSession } from '../../api/device-session'
import { ApiError, CommunicationError, hasCode } from '../../api/errors'
import { mutation } from '../../api/queries'
import { errorText } from '../../api/query-client'
import { Button, buttonClasses } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { useWelcome } from './auth-page'

const FIELDS = [
  { name: 'first_name', label: registrationTexts.firstName, autoComplete: 'given-name' },
  { name: 'last_name', label: registrationTexts.lastName, autoComplete: 'family-name' },
  { name: 'mobile', label: registrationTexts.mobile, autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
  { name: 'email', label: registrationTexts.email, autoComplete: 'email', type: 'email', inputMode: 'email' },
  { name: 'nickname', label: registrationTexts.nickname, autoComplete: 'nickname' },
] as const

const EMPTY = { first_name: '', last_name: '', mobile: '', email: '', nickname: '' }

/** In memory only, for as long as the page is open. */
let secret: string | undefined
function takeSecret(): string | undefined {
  secret = window.firstOrganiserInAddress ?? secret
  delete window.firstOrganiserInAddress
  return secret
}

/** Its outcome is the screen's. */
const signUp = { ...mutation(firstOrganiser), meta: { change: firstOrganiser, quiet: true } }

/** The first organiser signs up with the address that the server's start has printed, and goes on to Priprema. */
export function FirstOrganiserPage() {
  const [token] = useState(takeSecret)
  const [person, setPerson] = useState(EMPTY)
  const [sent, setSent] = useState(EMPTY)
  const [blocked, setBlocked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const welcome = useWelcome()
  const { mutate, error, isPending } = useMutation(signUp)
  const fields = error instanceof ApiError ? error.fields : {}
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])

  if (token === undefined || hasCode(error, 'INVALID_CODE')) {
    return (
      <div className="flex flex-col gap-5">
        <h1 className="text-2xl font-bold">{setupTexts.first.title}</h1>
        <p>{token === undefined ? setupTexts.first.noToken : setupTexts.first.used}</p>
        <Link to="/auth/login" className={buttonClasses()}>
          {sessionTexts.signIn}
        </Link>
      </div>
    )
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || token === undefined) return
    const may = await mayKeepSession()
    setBlocked(!may)
    if (!may) return
    setSent(person)
    mutate({ token, user_data: person }, { onSuccess: ({ user }) => welcome(user, '/organizator/priprema') })
  }
  function fault(): string | undefined {
    if (blocked) return sessionTexts.cookiesBlocked
    if (error === null || Object.keys(fields).length > 0) return undefined
    return error instanceof CommunicationError ? commonTexts.notConnectedHint : errorText(error)
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h1 className="text-2xl font-bold">{setupTexts.first.title}</h1>
      <p className="text-soft">{setupTexts.first.hint}</p>
      {FIELDS.map(({ name, ...attributes }) => (
        <TextField
          key={name}
          {...attributes}
          name={name}
          value={person[name]}
          onChange={({ target: { value } }) => setPerson((before) => ({ ...before, [name]: value }))}
          fault={sent[name] === person[name] ? fields[name] : undefined}
          // The focus tells it.
          quiet
        />
      ))}
      <p role="alert" className="text-danger empty:hidden">
        {fault()}
      </p>
      <Button type="submit" busy={isPending}>
        {setupTexts.first.submit}
      </Button>
    </form>
  )
}
