import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldTexts } from '#texts/errors'
import { sessionTexts } from '#texts/session'
import { ApiError } from '../../api/errors'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { AuthPage } from './auth-page'
import { useAskCode } from './use-ask-code'

const route = getRouteApi('/auth/auth/login')

/** Sign-in: identifies the account, then takes the SMS code. */
export function SignInPage() {
  const search = route.useSearch()
  return (
    <AuthPage
      title={sessionTexts.signIn}
      returnPath={search.redirect}
      first={(onAsked) => <IdStep onAsked={(id, resendAt) => onAsked({ id, note: sessionTexts.codeSent, resendAt })} />}
    >
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
    </AuthPage>
  )
}

function IdStep({ onAsked }: { onAsked: (id: string, resendAt: number) => void }) {
  const [id, setId] = useState('')
  const [empty, setEmpty] = useState(false)
  const asking = useAskCode(onAsked)
  const fault = empty ? fieldTexts.sign_in_id : asking.error instanceof ApiError ? asking.error.fields.id : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(id.trim() === '')
    if (id.trim() !== '') asking.ask(id)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label={sessionTexts.idLabel}
        name="id"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={id}
        onChange={(event) => setId(event.target.value)}
        fault={fault}
      />
      <Button type="submit" busy={asking.busy}>
        {sessionTexts.sendCode}
      </Button>
    </form>
  )
}
