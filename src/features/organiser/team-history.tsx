import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { adjustPoints, find, moveAward, renameTeam, voidAnyAward } from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatDuration } from '#lib/duration'
import { correctionTexts } from '#texts/corrections'
import { errorTexts } from '#texts/errors'
import { dotted, signed } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { randomUuid } from '../../api/call'
import { Choice } from '../../ui/choice'
import { classes } from '../../ui/classes'
import { SearchField } from '../../ui/text-field'
import { Correction, organiserQuery } from './correction'
import { SHORTEST, useSettled } from './search'

const UUID_4 = /^([\da-f]{8}-[\da-f]{4}-)4([\da-f]{3}-[\da-f]{4}-[\da-f]{12})$/

/**
 * The id under which a voided award is given back: made from its own, so that two organisers who do it at once do it once. null
 * for an entry whose id is not a device's.
 */
export function giveBackId(awardId: string): string | null {
  return UUID_4.test(awardId) ? awardId.replace(UUID_4, '$18$2') : null
}

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

interface GiveBackProps {
  readonly teamId: string
  readonly voided: HistoryEntry
}

/** Puts a wrong void right: the ledger is only added to, so the points come back as an adjustment. */
function GiveBackButton({ teamId, voided: { award_id, points, label, vendor_name } }: GiveBackProps) {
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

type Standing = CallOutput<'organiserTeam'>['team']

const MINUTE_MS = 60_000
/** So many awards within a minute are a burst. */
const BURST = 4
/** An award that arrives so much later than it was made (ms) waited on a device. */
const LATE_MS = 5 * MINUTE_MS

const isGiven = ({ kind }: HistoryEntry) => kind === 'award' || kind === 'bonus'

/** The ids of awards that were made among many within a minute. */
function burstsIn(history: readonly HistoryEntry[]): ReadonlySet<string | null> {
  const given = history.filter(isGiven)
  const near = (at: string) => given.filter((other) => Math.abs(Date.parse(other.at) - Date.parse(at)) < MINUTE_MS).length
  return new Set(given.filter(({ at }) => near(at) >= BURST).map(({ award_id }) => award_id))
}

function refusalText(code: string): string {
  return code in errorTexts ? errorTexts[code as keyof typeof errorTexts] : code
}

/** The name before the last renaming, where the history says it without a doubt. */
function nameBefore(history: readonly HistoryEntry[]): { readonly entry: HistoryEntry; readonly name: string } | null {
  const entry = history.find(({ kind }) => kind === 'rename_team')
  const [name, ...after] = entry?.about?.split(' → ') ?? []
  return entry === undefined || name === undefined || after.length !== 1 ? null : { entry, name }
}

interface UndoProps {
  readonly team: Standing
  readonly entry: HistoryEntry
  readonly history: readonly HistoryEntry[]
  readonly isGivenBack: boolean
}

/** What takes an entry back, where something can. */
function Undo({ team: { team_id, disbanded_at }, entry, history, isGivenBack }: UndoProps) {
  const { kind, award_id, voided } = entry
  if (kind !== 'void' && award_id !== null && voided === false) {
    return (
      <div className="flex flex-wrap gap-2">
        {isGiven(entry) && <MoveAward awardId={award_id} fromTeamId={team_id} what={whatOf(entry)} />}
        <Correction change={voidAnyAward} says={correctionTexts.void} tone="danger" input={(reason) => ({ award_id, reason })} />
      </div>
    )
  }
  // A team that is no more gets neither points nor a name.
  if (disbanded_at !== null) return null
  if (kind === 'void') return isGivenBack ? null : <GiveBackButton teamId={team_id} voided={entry} />
  const before = nameBefore(history)
  if (before?.entry !== entry) return null
  return (
    <Correction
      change={renameTeam}
      says={correctionTexts.renameBack(before.name)}
      input={(reason) => ({ team_id, team_name: before.name, reason })}
    />
  )
}

function Marks({ entry, burst, isGivenBack }: { entry: HistoryEntry; burst: boolean; isGivenBack: boolean }) {
  const delay = entry.received_at === null ? 0 : Date.parse(entry.received_at) - Date.parse(entry.at)
  const marks = dotted(
    entry.voided === true && entry.kind !== 'void' ? organiserTexts.voidedMark : null,
    entry.kind === 'void' && isGivenBack ? organiserTexts.givenBack : null,
    burst && isGiven(entry) ? organiserTexts.burst : null,
    delay > LATE_MS ? organiserTexts.late(formatDuration(Math.floor(delay / 1000))) : null,
  )
  return marks !== '' && <p className="text-sm font-semibold text-danger">{marks}</p>
}

function whatOf({ points, label, vendor_name }: HistoryEntry): string {
  return dotted(signed(points ?? 0), label, vendor_name)
}

function detailsOf({ vendor_name, label, person, about, who, code, reason }: HistoryEntry): string {
  const by = who ?? organiserTexts.commandLine
  const refusal = code === null ? null : refusalText(code)
  return dotted(vendor_name, label, person === who ? null : person, about, by, refusal, reason)
}

export function TeamHistory({ team, history }: { team: Standing; history: readonly HistoryEntry[] }) {
  const bursts = burstsIn(history)
  const entered = new Set(history.filter(({ kind }) => kind === 'adjustment').map(({ award_id }) => award_id))
  return (
    <ol>
      {history.map((entry) => {
        const { kind, at, points, award_id, voided, person, about } = entry
        const backId = award_id === null ? null : giveBackId(award_id)
        const isGivenBack = backId !== null && entered.has(backId)
        return (
          <li
            key={`${at} ${kind} ${award_id} ${person} ${about}`}
            className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="flex min-w-0 flex-1 basis-44 flex-col gap-1">
              <p className="font-semibold">
                <time dateTime={at}>{formatMoment(Date.parse(at))}</time> · {organiserTexts.kinds[kind] ?? kind}
                {points !== null && ' '}
                {points !== null && (
                  <span className={classes('tabular-nums', voided === true && kind !== 'void' && 'line-through')}>
                    {signed(points)}
                  </span>
                )}
              </p>
              <p className="text-sm text-soft wrap-anywhere">{detailsOf(entry)}</p>
              <Marks entry={entry} burst={bursts.has(award_id)} isGivenBack={isGivenBack} />
            </div>
            <Undo team={team} entry={entry} history={history} isGivenBack={isGivenBack} />
          </li>
        )
      })}
    </ol>
  )
}
