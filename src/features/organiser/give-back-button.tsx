import { useState } from 'react'
import { adjustPoints } from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/random-uuid'
import { Correction } from './correction'
import { giveBackId } from './give-back-id'

interface GiveBackProps {
  readonly teamId: string
  readonly voided: HistoryEntry
}

/** Puts a wrong void right: the ledger is only added to, so the points come back as an adjustment. */
export function GiveBackButton({ teamId, voided: { award_id, points, label, vendor_name } }: GiveBackProps) {
  const [ownId] = useState(randomUuid)
  const back = -(points ?? 0)
  const what = [label, vendor_name].filter((part) => part !== null).join(', ')
  return (
    <Correction
      change={adjustPoints}
      label={organiserTexts.giveBack}
      text={organiserTexts.giveBackText(back)}
      reason={organiserTexts.giveBackReason(what)}
      input={(reason) => ({
        ...{ team_id: teamId, points: back, reason },
        adjustment_id: (award_id === null ? null : giveBackId(award_id)) ?? ownId,
      })}
    />
  )
}
