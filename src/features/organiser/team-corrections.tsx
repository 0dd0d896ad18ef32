import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { adjustPoints, attachTag, hideTeam, renameTeam, showTeam } from '#contract/calls/organiser'
import type { FoundTeam } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/random-uuid'
import { TextField } from '../../ui/text-field'
import { CorrectionDialog } from './correction-dialog'
import { useCorrection } from './organiser-calls'

const POINTS = /^[+-]?\d{1,5}$/

function Adjust({ teamId }: { teamId: string }) {
  const adjust = useCorrection(adjustPoints)
  const [typed, setTyped] = useState('')
  // The same id until it is made, so that an attempt whose answer was lost counts once.
  const [id, setId] = useState(randomUuid)
  return (
    <CorrectionDialog
      label={organiserTexts.adjust}
      text={organiserTexts.adjustText}
      reason={organiserTexts.reasons.adjust}
      tone="primary"
      ready={POINTS.test(typed.trim())}
      busy={adjust.isPending}
      onConfirm={async (reason) => {
        await adjust.mutateAsync({ team_id: teamId, points: Number(typed), reason, adjustment_id: id })
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
    </CorrectionDialog>
  )
}

function Rename({ team }: { team: FoundTeam }) {
  const rename = useCorrection(renameTeam)
  const [name, setName] = useState('')
  return (
    <CorrectionDialog
      label={organiserTexts.rename}
      text={organiserTexts.renameText}
      reason={organiserTexts.reasons.rename}
      tone="primary"
      ready={name.trim().length > 1}
      busy={rename.isPending}
      onConfirm={(reason) => rename.mutateAsync({ team_id: team.team_id, team_name: name, reason })}
    >
      <TextField label={organiserTexts.newName} maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
    </CorrectionDialog>
  )
}

function Visibility({ team: { team_id, hidden } }: { team: FoundTeam }) {
  const hide = useCorrection(hideTeam)
  const show = useCorrection(showTeam)
  const [change, label, text, usual] = hidden
    ? [show, organiserTexts.show, organiserTexts.showText, organiserTexts.reasons.show]
    : [hide, organiserTexts.hide, organiserTexts.hideText, organiserTexts.reasons.hide]
  return (
    <CorrectionDialog
      key={label}
      label={label}
      text={text}
      reason={usual}
      tone={hidden ? 'primary' : 'danger'}
      busy={change.isPending}
      onConfirm={(reason) => change.mutateAsync({ team_id, reason })}
    />
  )
}

type TaggedTeam = CallOutput<'organiserTeam'>['team']

function AttachTag({ team: { team_id, nfc_id } }: { team: TaggedTeam }) {
  const attach = useCorrection(attachTag)
  const [tag, setTag] = useState('')
  return (
    <CorrectionDialog
      label={nfc_id === null ? organiserTexts.attachFirst : organiserTexts.attach}
      text={nfc_id === null ? organiserTexts.attachFirstText : organiserTexts.attachText}
      reason={null}
      tone="primary"
      ready={tag.trim() !== ''}
      busy={attach.isPending}
      onConfirm={() => attach.mutateAsync({ team_id, nfc_id: tag.trim() })}
    >
      <TextField label={organiserTexts.newTag} maxLength={128} value={tag} onChange={(event) => setTag(event.target.value)} />
    </CorrectionDialog>
  )
}

/** What an organiser may put right about a team. */
export function TeamCorrections({ team }: { team: TaggedTeam }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Adjust teamId={team.team_id} />
      <Rename team={team} />
      <Visibility team={team} />
      <AttachTag team={team} />
    </div>
  )
}
