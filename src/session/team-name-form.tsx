import { type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { teamName } from '#contract/form-fields'
import { fieldTexts } from '#texts/fields'
import { teamTexts } from '#texts/team'
import { ApiError } from '../api/errors'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

interface TeamNameFormProps {
  /** The server's error for the last submitted name. */
  error: Error | null
  busy: boolean
  /** Rendered above the field. */
  children?: ReactNode
  /** Called with a name that is valid under rule 3. */
  onFound: (team: { team_name: string }) => void
}

/** The form for a new team's name. An error stays at the field until the name changes. */
export function TeamNameForm({ error, busy, children, onFound }: TeamNameFormProps) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const parsed = v.safeParse(teamName, name)

  function faultOf(): string | undefined {
    if (tried !== name) return undefined
    if (!parsed.success) return fieldTexts.team_name
    return error instanceof ApiError ? (error.fields.team_name ?? error.message) : undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(name)
    if (parsed.success) onFound({ team_name: parsed.output })
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
        fault={faultOf()}
      />
      <Button type="submit" busy={busy}>
        {teamTexts.create}
      </Button>
    </form>
  )
}
