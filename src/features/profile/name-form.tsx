import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { updateProfile } from '#contract/calls/profile'
import type { User } from '#contract/entities'
import { isFieldFault } from '#contract/faults'
import { fieldTexts } from '#texts/errors'
import { dataTexts, profileTexts } from '#texts/profile'
import { sessionTexts } from '#texts/session'
import { mutation } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { replaceCurrentUser } from '../../session/current-user'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'

const schema = updateProfile.input.entries.user_data

const FIELDS = [
  { name: 'first_name', label: sessionTexts.firstName, hint: undefined, autoComplete: 'given-name', type: 'text' },
  { name: 'last_name', label: sessionTexts.lastName, hint: undefined, autoComplete: 'family-name', type: 'text' },
  { name: 'nickname', label: sessionTexts.nickname, hint: dataTexts.nickname, autoComplete: 'nickname', type: 'text' },
  { name: 'email', label: sessionTexts.email, hint: dataTexts.email, autoComplete: 'email', type: 'email' },
] as const
type Profile = Record<(typeof FIELDS)[number]['name'], string>

function faultOf(name: keyof Profile, value: string): string | undefined {
  const result = v.safeParse(schema.entries[name], value)
  if (result.success) return undefined
  const { message } = result.issues[0]
  return isFieldFault(message) ? fieldTexts[message] : fieldTexts.required
}

interface NameFormProps {
  user: User
  onSaved: () => void
}

/** Changes one's own names and e-mail. An error stays at its field until the field changes. */
export function NameForm({ user, onSaved }: NameFormProps) {
  const client = useQueryClient()
  const { first_name, last_name, nickname, email } = user
  const [profile, setProfile] = useState<Profile>({ first_name, last_name, nickname, email })
  /** The values last sent, or tried to. */
  const [tried, setTried] = useState<Profile | null>(null)
  const { mutate, error, isPending } = useMutation(mutation(updateProfile))
  const serverFaults = error instanceof ApiError ? error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(profile)
    if (FIELDS.some(({ name }) => faultOf(name, profile[name]) !== undefined)) return
    mutate(
      { user_data: profile },
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
          value={profile[name]}
          onChange={(event) => setProfile({ ...profile, [name]: event.target.value })}
          fault={tried?.[name] === profile[name] ? (faultOf(name, profile[name]) ?? serverFaults[name]) : undefined}
        />
      ))}
      <Button type="submit" busy={isPending}>
        {profileTexts.save}
      </Button>
    </form>
  )
}
