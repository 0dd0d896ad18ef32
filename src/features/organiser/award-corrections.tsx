import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adjustPoints, find, moveAward } from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { correctionTexts } from '#texts/corrections'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/call'
import { Choice } from '../../ui/choice'
import { SearchField } from '../../ui/text-field'
import { Correction } from './correction'
import { giveBackId } from './give-back-id'
import { organiserQuery } from './organiser-calls'
import { SHORTEST, useSettled } from './search-part'

/** As many as fit a phone beside the reason; whoever types more letters finds the others. */
const MOST = 5

interface MoveAwardProps {
  readonly awardId: string
  readonly fromTeamId: string
  readonly what: string
}

/** Gives an award to the team that earned it, in one step. */
export function MoveAward({ awardId, fromTeamId, what }: MoveAwardProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const wanted = useSettled(typed.trim())
  const enabled = wanted.length >= SHORTEST
  const { data } = useQuery({ ...organiserQuery(find, { query: wanted }), enabled })
  const teams = (enabled ? (data?.teams ?? []) : [])
    .filter(({ team_id, hidden }) => team_id !== fromTeamId && !hidden)
    .slice(0, MOST)
  const isChosen = teams.some(({ team_id }) => team_id === chosen)
  return (
    <Correction
      change={moveAward}
      says={correctionTexts.move(what)}
      ready={isChosen}
      input={(reason) => ({ award_id: awardId, team_id: chosen, reason })}
    >
      <SearchField label={organiserTexts.moveTo} placeholder={organiserTexts.movePlaceholder} value={typed} onChange={setTyped} />
      {teams.length > 0 && (
        <Choice
          legend={organiserTexts.teamsFound(teams.length)}
          options={teams.map(({ team_id }) => team_id)}
          names={Object.fromEntries(teams.map(({ team_id, team_name }) => [team_id, team_name]))}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {enabled && data !== undefined && teams.length === 0 && <p className="text-soft">{organiserTexts.nothingFound}</p>}
    </Correction>
  )
}

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
      says={correctionTexts.giveBack(back, what)}
      input={(reason) => ({
        ...{ team_id: teamId, points: back, reason },
        adjustment_id: (award_id === null ? null : giveBackId(award_id)) ?? ownId,
      })}
    />
  )
}
