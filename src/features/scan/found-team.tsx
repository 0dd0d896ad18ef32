import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/entities'
import { fieldTexts } from '#i18n/errors'
import { scanTexts } from '#i18n/scan'
import { teamTexts } from '#i18n/team'
import { parseTeamName } from '#rules/team-name'
import { mutations, queries } from '../../api/calls'
import { ApiError, hasCode } from '../../api/errors'
import { Button, buttonLook } from '../../ui/button'
import { classes } from '../../ui/classes'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'

interface FoundTeamProps {
  nfcId: string
  pendingTeam: User['pending_team']
  onFounded: () => void
  onOutdated: () => void
}

/** Founds a team that owns the scanned tag, and leads to its card. */
export function FoundTeam({ nfcId, pendingTeam, onFounded, onOutdated }: FoundTeamProps) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(mutations.createTeam)
  const parsed = parseTeamName(name)

  function faultOf(): string | undefined {
    if (tried !== name) return undefined
    if (parsed === null) return fieldTexts.team_name
    return create.error instanceof ApiError ? (create.error.fields.team_name ?? create.error.message) : undefined
  }
  async function goToCard(teamName: string) {
    onFounded()
    toast.success(teamTexts.created(teamName))
    // The card asks who one is: it would first show a player without a team. Where the answer fails, it asks again itself.
    await queryClient.refetchQueries({ queryKey: queries.currentUser().queryKey }, { cancelRefetch: false })
    await navigate({ to: '/player', replace: true })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(name)
    if (parsed === null) return
    create.mutate(
      { team_name: name, nfc_id: nfcId },
      {
        onSuccess: () => void goToCard(parsed),
        onError: (error) => {
          if (hasCode(error, 'TAG_TAKEN')) onOutdated()
          if (hasCode(error, 'ALREADY_IN_TEAM')) {
            void queryClient.invalidateQueries({ queryKey: queries.currentUser().queryKey })
          }
        },
      },
    )
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 text-left">
        {pendingTeam !== null && <p className="text-warn">{scanTexts.freePending(pendingTeam.team_name)}</p>}
        <TextField
          label={teamTexts.nameLabel}
          hint={teamTexts.nameHint}
          name="team_name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          fault={faultOf()}
        />
        <Button type="submit" busy={create.isPending || create.isSuccess}>
          {teamTexts.create}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-center gap-x-3 border-t border-line pt-3">
        <span className="text-soft">{scanTexts.orJoin}</span>
        <Link to="/player" className={classes(buttonLook('quiet'), 'px-2')}>
          {scanTexts.findTeam}
        </Link>
      </div>
    </>
  )
}
