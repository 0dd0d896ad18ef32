import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { adjustPoints, attachTag, hideTeam, renameTeam, showTeam } from '#contract/calls/organiser'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/random-uuid'
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
      label={organiserTexts.adjust}
      text={organiserTexts.adjustText}
      reason={organiserTexts.reasons.adjust}
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
  const [visibility, label, text, usual] = hidden
    ? [showTeam, organiserTexts.show, organiserTexts.showText, organiserTexts.reasons.show]
    : [hideTeam, organiserTexts.hide, organiserTexts.hideText, organiserTexts.reasons.hide]
  return (
    <div className="flex flex-wrap gap-2">
      <Adjust teamId={team_id} />
      <Correction
        change={renameTeam}
        label={organiserTexts.rename}
        text={organiserTexts.renameText}
        reason={organiserTexts.reasons.rename}
        ready={name.trim().length > 1}
        input={(reason) => ({ team_id, team_name: name, reason })}
      >
        <TextField label={organiserTexts.newName} maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
      </Correction>
      <Correction
        key={label}
        change={visibility}
        label={label}
        text={text}
        reason={usual}
        tone={hidden ? 'primary' : 'danger'}
        input={(reason) => ({ team_id, reason })}
      />
      <Correction
        change={attachTag}
        label={nfc_id === null ? organiserTexts.attachFirst : organiserTexts.attach}
        text={nfc_id === null ? organiserTexts.attachFirstText : organiserTexts.attachText}
        ready={tag.trim() !== ''}
        input={() => ({ team_id, nfc_id: tag.trim() })}
      >
        <TextField label={organiserTexts.newTag} maxLength={128} value={tag} onChange={(event) => setTag(event.target.value)} />
      </Correction>
    </div>
  )
}
