import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { User } from '#contract/entities'
import { isFieldFault } from '#contract/faults'
import { type CallInput, inputs } from '#contract/inputs'
import { fieldTexts } from '#i18n/errors'
import { dataTexts, profileTexts } from '#i18n/profile'
import { sessionTexts } from '#i18n/session'
import { mutations } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { replaceCurrentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'

type Names = CallInput<'updateProfile'>['user_data']

const schema = inputs.updateProfile.entries.user_data

const FIELDS = [
  { name: 'first_name', label: sessionTexts.firstName, hint: undefined, autoComplete: 'given-name' },
  { name: 'last_name', label: sessionTexts.lastName, hint: undefined, autoComplete: 'family-name' },
  { name: 'nickname', label: sessionTexts.nickname, hint: dataTexts.nickname, autoComplete: 'nickname' },
] as const

function faultOf(name: keyof Names, value: string): string | undefined {
  const result = v.safeParse(schema.entries[name], value)
  if (result.success) return undefined
  const { message } = result.issues[0]
  return isFieldFault(message) ? fieldTexts[message] : fieldTexts.required
}

interface NameFormProps {
  user: User
  onSaved: () => void
}

/** Changes one's own names. An error stays at its field until the field changes. */
export function NameForm({ user, onSaved }: NameFormProps) {
  const client = useQueryClient()
  const { first_name, last_name, nickname } = user
  const [names, setNames] = useState<Names>({ first_name, last_name, nickname })
  /** The values last sent, or tried to. */
  const [tried, setTried] = useState<Names | null>(null)
  const { mutate, error, isPending } = useMutation(mutations.updateProfile)
  const serverFaults = error instanceof ApiError ? error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(names)
    if (FIELDS.some(({ name }) => faultOf(name, names[name]) !== undefined)) return
    mutate(
      { user_data: names },
      {
        onSuccess: ({ user: saved }) => {
          replaceCurrentUser(client, saved)
          toast.success(profileTexts.saved)
          onSaved()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {FIELDS.map(({ name, ...attributes }) => (
        <TextField
          key={name}
          {...attributes}
          name={name}
          value={names[name]}
          onChange={(event) => setNames({ ...names, [name]: event.target.value })}
          fault={tried?.[name] === names[name] ? (faultOf(name, names[name]) ?? serverFaults[name]) : undefined}
        />
      ))}
      <Button type="submit" busy={isPending}>
        {profileTexts.save}
      </Button>
    </form>
  )
}
