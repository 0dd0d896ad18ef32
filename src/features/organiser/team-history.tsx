import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { find, moveAward, voidAnyAward } from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatDuration } from '#lib/duration'
import { correctionTexts } from '#texts/corrections'
import { errorTexts } from '#texts/errors'
import { dotted, signed } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { Choice } from '../../ui/choice'
import { classes } from '../../ui/classes'
import { SearchField } from '../../ui/text-field'
import { Correction, organiserQuery } from './correction'
import { SHORTEST, useSettled } from './search'

/** As many as fit a phone beside the reason; whoever types more letters finds the others. */
const MOST = 5

/** Gives an award to the team that earned it, in one step. */
function MoveAward({ awardId, fromTeamId, what }: { awardId: string; fromTeamId: string; what: string }) {
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

/** An award that arrives so much later than it was made (ms) waited on a device. */
const LATE_MS = 5 * 60_000

function refusalText(code: string): string {
  return code in errorTexts ? errorTexts[code as keyof typeof errorTexts] : code
}

function Marks({ entry: { at, received_at, voided } }: { entry: HistoryEntry }) {
  const delay = received_at === null ? 0 : Date.parse(received_at) - Date.parse(at)
  const marks = dotted(
    voided === true ? organiserTexts.voidedMark : null,
    delay > LATE_MS ? organiserTexts.late(formatDuration(Math.floor(delay / 1000))) : null,
  )
  return marks !== '' && <p className="text-sm font-semibold text-danger">{marks}</p>
}

function detailsOf({ vendor_name, label, person, about, who, code, reason }: HistoryEntry): string {
  const by = who ?? organiserTexts.commandLine
  const refusal = code === null ? null : refusalText(code)
  return dotted(vendor_name, label, person === who ? null : person, about, by, refusal, reason)
}

function Entry({ teamId, entry }: { teamId: string; entry: HistoryEntry }) {
  const { kind, at, points, award_id, voided, label, vendor_name } = entry
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="flex min-w-0 flex-1 basis-44 flex-col gap-1">
        <p className="font-semibold">
          <time dateTime={at}>{formatMoment(Date.parse(at))}</time> · {organiserTexts.kinds[kind] ?? kind}
          {points !== null && ' '}
          {points !== null && (
            <span className={classes('tabular-nums', voided === true && 'line-through')}>{signed(points)}</span>
          )}
        </p>
        <p className="text-sm text-soft wrap-anywhere">{detailsOf(entry)}</p>
        <Marks entry={entry} />
      </div>
      {award_id !== null && voided === false && (
        <div className="flex flex-wrap gap-2">
          {kind !== 'adjustment' && (
            <MoveAward awardId={award_id} fromTeamId={teamId} what={dotted(signed(points ?? 0), label, vendor_name)} />
          )}
          <Correction
            change={voidAnyAward}
            says={correctionTexts.void}
            tone="danger"
            input={(reason) => ({ award_id, reason })}
          />
        </div>
      )}
    </li>
  )
}

export function TeamHistory({ teamId, history }: { teamId: string; history: readonly HistoryEntry[] }) {
  return (
    <ol>
      {history.map((entry) => (
        <Entry key={`${entry.at} ${entry.kind} ${entry.award_id} ${entry.person} ${entry.about}`} teamId={teamId} entry={entry} />
      ))}
    </ol>
  )
}
