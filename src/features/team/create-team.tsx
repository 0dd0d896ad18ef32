import { type FormEvent, useState } from 'react'
import { fieldTexts } from '#i18n/errors'
import { teamTexts } from '#i18n/team'
import { parseTeamName } from '#rules/team-name'
import { mutations } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { useTeamChange } from './use-team-change'

/** Founding a team; its founder is the captain. */
export function CreateTeam() {
  const [name, setName] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const parsed = parseTeamName(name)
  const create = useTeamChange(mutations.createTeam, {
    onDone: ({ team_name }) => void toast.success(teamTexts.created(team_name)),
  })

  function faultOf(): string | undefined {
    if (tried !== name) return undefined
    if (parsed === null) return fieldTexts.team_name
    return create.error instanceof ApiError ? (create.error.fields.team_name ?? create.error.message) : undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (create.isPending) return
    setTried(name)
    if (parsed !== null) create.mutate({ team_name: parsed })
  }

  return (
    <Panel title={teamTexts.createTitle}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={teamTexts.nameLabel}
          hint={teamTexts.nameHint}
          name="team_name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          fault={faultOf()}
        />
        <Button type="submit" busy={create.isPending}>
          {teamTexts.create}
        </Button>
      </form>
    </Panel>
  )
}
