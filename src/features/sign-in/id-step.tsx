import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { requestCode } from '#contract/calls/sign-in'
import { fieldTexts } from '#texts/errors'
import { sessionTexts } from '#texts/session'
import { mutation } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { serverNow } from '../../server-clock'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'

interface IdStepProps {
  /** @param resendAt when a new code may be requested (ms, server time) */
  onAsked: (id: string, resendAt: number) => void
}

/** Asks for the account's phone number or e-mail and requests a code. */
export function IdStep({ onAsked }: IdStepProps) {
  const [id, setId] = useState('')
  const [empty, setEmpty] = useState(false)
  const asking = useMutation(mutation(requestCode))
  const fault = empty ? fieldTexts.sign_in_id : asking.error instanceof ApiError ? asking.error.fields.id : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(id.trim() === '')
    if (id.trim() === '') return
    asking.mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) })
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
      <Button type="submit" busy={asking.isPending}>
        {sessionTexts.sendCode}
      </Button>
    </form>
  )
}
