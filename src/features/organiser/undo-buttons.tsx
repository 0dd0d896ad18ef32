import { useState } from 'react'
import { adjustPoints, renameTeam } from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/random-uuid'
import { CorrectionDialog } from './correction-dialog'
import { giveBackId } from './give-back-id'
import { useCorrection } from './organiser-calls'

interface GiveBackProps {
  readonly teamId: string
  readonly voided: HistoryEntry
}

/** Puts a wrong void right: the ledger is only added to, so the points come back as an adjustment. */
export function GiveBackButton({ teamId, voided: { award_id, points, label, vendor_name } }: GiveBackProps) {
  const adjust = useCorrection(adjustPoints)
  const [ownId] = useState(randomUuid)
  const back = -(points ?? 0)
  const what = [label, vendor_name].filter((part) => part !== null).join(', ')
  return (
    <CorrectionDialog
      label={organiserTexts.giveBack}
      text={organiserTexts.giveBackText(back)}
      reason={organiserTexts.giveBackReason(what)}
      tone="primary"
      busy={adjust.isPending}
      onConfirm={(reason) =>
        adjust.mutateAsync({
          ...{ team_id: teamId, points: back, reason },
          adjustment_id: (award_id === null ? null : giveBackId(award_id)) ?? ownId,
        })
      }
    />
  )
}

interface RenameBackProps {
  readonly teamId: string
  readonly name: string
}

/** Takes the last renaming back. */
export function RenameBackButton({ teamId, name }: RenameBackProps) {
  const rename = useCorrection(renameTeam)
  return (
    <CorrectionDialog
      label={organiserTexts.renameBack}
      text={organiserTexts.renameBackText(name)}
      reason={organiserTexts.reasons.renameBack}
      tone="primary"
      busy={rename.isPending}
      onConfirm={(reason) => rename.mutateAsync({ team_id: teamId, team_name: name, reason })}
    />
  )
}
