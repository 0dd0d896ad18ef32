import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isLikeNumber, plainText } from '#rules/text'
import { sessionTexts } from '#texts/session'
import { ApiError } from '../../api/errors'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { AuthPage, toldOf, useAskCode } from './auth-page'

const route = getRouteApi('/auth/auth/login')

export function SignInPage() {
  const search = route.useSearch()
  return (
    <AuthPage
      title={sessionTexts.signIn}
      returnPath={search.redirect}
      first={(onAsked) => <IdStep onAsked={(id, resendAt) => onAsked({ ...toldOf(id), resendAt })} />}
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
  /** What was read that is neither a number nor an e-mail. */
  const [unread, setUnread] = useState<string | null>(null)
  const asking = useAskCode(onAsked)
  const ofServer = asking.error instanceof ApiError ? asking.error.fields.id : undefined
  const fault = unread === null ? ofServer : sessionTexts.notRead(unread, sessionTexts.idUnread)

  function submit(event: FormEvent) {
    event.preventDefault()
    const plain = plainText(id)
    const isRead = plain.includes('@') || isLikeNumber(plain)
    setUnread(isRead ? null : plain)
    if (isRead) asking.ask(id)
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
