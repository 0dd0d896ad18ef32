import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isLikeNumber, plainText } from '#rules/text'
import { sessionTexts } from '#texts/session'
import { ApiError } from '../../api/errors'
import { Button, linkClasses } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { AuthPage } from './auth-page'
import type { RequestedCode } from './started-sign-in'
import { useRequestCode } from './use-sign-in'

const route = getRouteApi('/auth/auth/login')

export function SignInPage() {
  const search = route.useSearch()
  return (
    <AuthPage
      title={sessionTexts.signIn}
      returnPath={search.redirect}
      first={(onRequested) => <IdStep onRequested={onRequested} />}
    >
      <p className="text-soft">
        {sessionTexts.noAccount}{' '}
        <Link to="/auth/register" search={search} className={linkClasses}>
          {sessionTexts.register}
        </Link>
      </p>
    </AuthPage>
  )
}

function IdStep({ onRequested }: { onRequested: (code: RequestedCode) => void }) {
  const [id, setId] = useState('')
  /** The submitted text if it is neither a number nor an e-mail address; else null. */
  const [invalid, setInvalid] = useState<string | null>(null)
  const { request, error, busy } = useRequestCode(onRequested)
  const serverError = error instanceof ApiError ? error.fields.id : undefined
  const shownError =
    invalid === null ? serverError : sessionTexts.notRead(invalid, sessionTexts.idUnread)

  function submit(event: FormEvent) {
    event.preventDefault()
    const plain = plainText(id)
    const isValid = plain.includes('@') || isLikeNumber(plain)
    setInvalid(isValid ? null : plain)
    if (isValid) request(id)
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
        error={shownError}
      />
      <Button type="submit" busy={busy}>
        {sessionTexts.sendCode}
      </Button>
    </form>
  )
}
