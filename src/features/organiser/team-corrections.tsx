import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { adjustPoints, attachTag, hideTeam, renameTeam, showTeam } from '#contract/calls/organiser'
import { correctionTexts } from '#texts/corrections'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/call'
import { TextField } from '../../ui/text-field'
import { Correction } from './correction'

const POINTS = /^[+-]?\d{1,5}$/

function Adjust({ teamId }: { teamId: string }) {
  const [typed, setTyped] = useState('')
  // The same id until it is made, so that an attempt whose answer was lost counts once.
  const [id, setId] = useState(randomUuid)
  return (
    <Correction
      change={adjustPoints}
      says={correctionTexts.adjust}
      ready={POINTS.test(typed.trim())}
      input={(reason) => ({ team_id: teamId, points: Number(typed), reason, adjustment_id: id })}
      onDone={() => {
        setId(randomUuid())
        setTyped('')
      }}
    >
      <TextField
        label={organiserTexts.adjustPoints}
        inputMode="text"
        maxLength={6}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Correction>
  )
}

/** What an organiser may put right about a team. */
export function TeamCorrections({ team: { team_id, hidden, nfc_id } }: { team: CallOutput<'organiserTeam'>['team'] }) {
  const [name, setName] = useState('')
  const [tag, setTag] = useState('')
  const [visibility, says] = hidden ? [showTeam, correctionTexts.show] : [hideTeam, correctionTexts.hide]
  return (
    <div className="flex flex-wrap gap-2">
      <Adjust teamId={team_id} />
      <Correction
        change={renameTeam}
        says={correctionTexts.rename}
        ready={name.trim().length > 1}
        input={(reason) => ({ team_id, team_name: name, reason })}
      >
        <TextField label={organiserTexts.newName} maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
      </Correction>
      <Correction
        key={says.label}
        change={visibility}
        says={says}
        tone={hidden ? 'primary' : 'danger'}
        input={(reason) => ({ team_id, reason })}
      />
      <Correction
        change={attachTag}
        says={nfc_id === null ? correctionTexts.attachFirst : correctionTexts.attach}
        ready={tag.trim() !== ''}
        input={() => ({ team_id, nfc_id: tag.trim() })}
      >
        <TextField label={organiserTexts.newTag} maxLength={128} value={tag} onChange={(event) => setTag(event.target.value)} />
      </Correction>
    </div>
  )
}
