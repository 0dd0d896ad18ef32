import { type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { createTeam } from '#contract/calls/team'
import { teamName } from '#contract/form-fields'
import { fieldTexts } from '#texts/fields'
import { teamTexts } from '#texts/team'
import { ApiError } from '../api/errors'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'
import { asksForEmblem, useTeamChange } from './membership'

interface CreateTeamFormProps {
  /** A scanned tag that the new team will own. */
  nfcId?: string
  /** Called when the server has confirmed, before the screen shows the team. */
  onCreated?: () => void
  /** Called once the player's refetched data includes the team. */
  onShown?: () => void
  onFailed?: (error: Error) => void
  /** Rendered above the field. */
  children?: ReactNode
}

/** Creates a team. An error stays at the field until the name changes. */
export function CreateTeamForm({
  nfcId,
  onCreated,
  onShown,
  onFailed,
  children,
}: CreateTeamFormProps) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const parsed = v.safeParse(teamName, name)
  const { mutate, error, isPending, isSuccess } = useTeamChange(createTeam, {
    // No toast for a refusal, which is shown at the field.
    quiet: () => true,
    // No toast for a success either: the sheet that asks for the emblem says it.
    onDone: () => {
      onCreated?.()
      asksForEmblem.set(true)
    },
  })
  const busy = isPending || isSuccess

  function errorOf(): string | undefined {
    if (tried !== name) return undefined
    if (!parsed.success) return fieldTexts.team_name
    return error instanceof ApiError ? (error.fields.team_name ?? error.message) : undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(name)
    if (parsed.success)
      mutate(
        { team_name: parsed.output, nfc_id: nfcId },
        { onSuccess: () => onShown?.(), onError: (error) => onFailed?.(error) },
      )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 text-left">
      {children}
      <TextField
        label={teamTexts.nameLabel}
        hint={teamTexts.nameHint}
        name="team_name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errorOf()}
      />
      <Button type="submit" busy={busy}>
        {teamTexts.create}
      </Button>
    </form>
  )
}
