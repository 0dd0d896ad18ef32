import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import {
  adjustPoints,
  attachTag,
  hideTeam,
  makeCaptain,
  moveAward,
  organiserTeam,
  renameTeam,
  showTeam,
  voidAnyAward,
} from '#contract/calls/organiser'
import type { HistoryEntry } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatDurationAccusative } from '#lib/duration'
import { correctionTexts } from '#texts/corrections'
import { errorTexts } from '#texts/errors'
import { DOT, dotted, worth } from '#texts/nouns'
import { numeral, signed } from '#texts/numbers'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { call, randomUuid } from '../../api/call'
import { Choice } from '../../ui/choice'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { SearchField } from '../../ui/text-field'
import { Correction, REFRESH_MS } from './correction'
import { BackButton, ListItem, OlderButton, PersonRow, useOpen } from './frame'
import { useFound } from './search'

const POINTS = /^[+-]?\d{1,5}$/

/**
 * The id of the next attempt to adjust points: the last one's, so that an attempt whose answer was
 * lost counts once, unless the history shows that it counted. Then the next is another adjustment.
 */
export const nextAdjustmentId = (id: string, history: readonly HistoryEntry[]) =>
  history.some(({ award_id }) => award_id === id) ? randomUuid() : id

function Adjust({ teamId, history }: { teamId: string; history: readonly HistoryEntry[] }) {
  const [id, setId] = useState(randomUuid)
  return (
    <Correction
      change={adjustPoints}
      texts={correctionTexts.adjust}
      field={{
        label: organiserTexts.adjustPoints,
        maxLength: 6,
        isReady: (typed) => POINTS.test(typed),
      }}
      input={(reason, typed) => ({
        team_id: teamId,
        points: Number(typed),
        reason,
        adjustment_id: id,
      })}
      onOpen={(clear) => {
        const next = nextAdjustmentId(id, history)
        if (next === id) return
        setId(next)
        clear()
      }}
      onDone={() => setId(randomUuid())}
    />
  )
}

function TeamCorrections({
  team: { team_id, hidden, nfc_id },
  history,
}: Pick<CallOutput<'organiserTeam'>, 'team' | 'history'>) {
  const [visibility, texts] = hidden
    ? [showTeam, correctionTexts.show]
    : [hideTeam, correctionTexts.hide]
  return (
    <div className="flex flex-wrap gap-2">
      <Adjust teamId={team_id} history={history} />
      <Correction
        change={renameTeam}
        texts={correctionTexts.rename}
        field={{
          label: organiserTexts.newName,
          maxLength: 40,
          isReady: (typed) => typed.length > 1,
        }}
        input={(reason, team_name) => ({ team_id, team_name, reason })}
      />
      <Correction
        key={texts.label}
        change={visibility}
        texts={texts}
        tone={hidden ? 'primary' : 'danger'}
        input={(reason) => ({ team_id, reason })}
      />
      <Correction
        change={attachTag}
        texts={nfc_id === null ? correctionTexts.attachFirst : correctionTexts.attach}
        field={{ label: organiserTexts.newTag, maxLength: 128, isReady: (typed) => typed !== '' }}
        input={(_reason, nfc_id) => ({ team_id, nfc_id })}
      />
    </div>
  )
}

function Members({
  teamId,
  members,
}: {
  teamId: string
  members: CallOutput<'organiserTeam'>['members']
}) {
  return (
    <ul>
      {members.map((member) => (
        <PersonRow
          key={member.player_id}
          person={member}
          detail={member.is_captain && organiserTexts.captain}
        >
          {!member.is_captain && (
            <Correction
              change={makeCaptain}
              texts={correctionTexts.makeCaptain}
              input={(reason) => ({ team_id: teamId, player_id: member.player_id, reason })}
            />
          )}
        </PersonRow>
      ))}
    </ul>
  )
}

/** The most teams shown: they fit a phone next to the reason. More letters find other teams. */
const MAX_SHOWN = 5

/** Gives an award to the team that earned it, in one step. */
function MoveAward({
  awardId,
  fromTeamId,
  what,
}: {
  awardId: string
  fromTeamId: string
  what: string
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const { isSearching, found } = useFound(typed)
  const teams = (isSearching ? (found.data?.teams ?? []) : [])
    .filter(({ team_id, hidden }) => team_id !== fromTeamId && !hidden)
    .slice(0, MAX_SHOWN)
  const isChosen = teams.some(({ team_id }) => team_id === chosen)
  return (
    <Correction
      change={moveAward}
      texts={correctionTexts.move(what)}
      ready={isChosen}
      input={(reason) => ({ award_id: awardId, team_id: chosen, reason })}
    >
      <SearchField
        label={organiserTexts.moveTo}
        placeholder={organiserTexts.movePlaceholder}
        value={typed}
        onChange={setTyped}
      />
      {teams.length > 0 && (
        <Choice
          legend={organiserTexts.teamsFound(teams.length)}
          options={teams.map(({ team_id }) => team_id)}
          names={Object.fromEntries(teams.map(({ team_id, team_name }) => [team_id, team_name]))}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {isSearching && found.data !== undefined && teams.length === 0 && (
        <p className="text-soft">{organiserTexts.nothingFound}</p>
      )}
    </Correction>
  )
}

/** An award that arrived this much later than it was made (ms) is marked as delayed. */
const LATE_MS = 5 * 60_000

function refusalText(code: string): string {
  return code in errorTexts ? errorTexts[code as keyof typeof errorTexts] : code
}

function Marks({ entry: { at, received_at, voided } }: { entry: HistoryEntry }) {
  const delay = received_at === null ? 0 : Date.parse(received_at) - Date.parse(at)
  const marks = dotted(
    voided === true ? organiserTexts.voidedMark : null,
    delay > LATE_MS
      ? organiserTexts.late(formatDurationAccusative(Math.floor(delay / 1000)))
      : null,
  )
  return <span className="block font-semibold text-danger empty:hidden">{marks}</span>
}

function detailsOf({ vendor_name, label, person, about, who, code, reason }: HistoryEntry): string {
  const by = who ?? organiserTexts.commandLine
  const refusal = code === null ? null : refusalText(code)
  return dotted(vendor_name, label, person === who ? null : person, about, by, refusal, reason)
}

/** Shows an adjustment of 0 points as a number: unlike other entries of 0, it hands no item out. */
const worthOf = ({ kind, points }: HistoryEntry) =>
  kind === 'adjustment' ? signed(points ?? 0) : worth(points ?? 0)

function HistoryRow({ teamId, entry }: { teamId: string; entry: HistoryEntry }) {
  const { kind, at, points, award_id, voided, label, vendor_name } = entry
  const title = (
    <>
      <time dateTime={at}>{formatMoment(Date.parse(at))}</time>
      {DOT + (organiserTexts.kinds[kind] ?? kind)}{' '}
      {points !== null && (
        <span className={classes('tabular-nums', voided === true && 'line-through')}>
          {worthOf(entry)}
        </span>
      )}
    </>
  )
  const detail = (
    <>
      {detailsOf(entry)}
      <Marks entry={entry} />
    </>
  )
  return (
    <ListItem title={title} detail={detail}>
      {award_id !== null && voided === false && (
        <div className="flex flex-wrap gap-2">
          {kind !== 'adjustment' && (
            <MoveAward
              awardId={award_id}
              fromTeamId={teamId}
              what={dotted(worthOf(entry), label, vendor_name)}
            />
          )}
          <Correction
            change={voidAnyAward}
            texts={correctionTexts.void}
            tone="danger"
            input={(reason) => ({ award_id, reason })}
          />
        </div>
      )}
    </ListItem>
  )
}

/** One team with its history, to settle disputes at the help desk. */
export function TeamPart({ teamId }: { teamId: string }) {
  const open = useOpen()
  const query = useInfiniteQuery({
    queryKey: ['organiserTeam', { team_id: teamId }],
    queryFn: ({ pageParam, signal }) =>
      call(organiserTeam, { team_id: teamId, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ awards, more }) => (more === true ? awards.at(-1)?.award_id : undefined),
    refetchInterval: REFRESH_MS,
  })
  return (
    <div className="flex flex-col gap-5">
      <BackButton text={organiserTexts.backToSearch} onBack={() => open({ part: 'search' })} />
      <QueryState query={query}>
        {({ pages }) =>
          pages[0] && (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <TeamDetails {...pages[0]} />
              <Panel title={organiserTexts.history}>
                <ol>
                  {pages
                    .flatMap(({ history }) => history)
                    .map((entry) => (
                      <HistoryRow
                        key={`${entry.at} ${entry.kind} ${entry.award_id} ${entry.person} ${entry.about}`}
                        teamId={teamId}
                        entry={entry}
                      />
                    ))}
                </ol>
                <OlderButton {...query} />
              </Panel>
            </div>
          )
        }
      </QueryState>
    </div>
  )
}

function TeamDetails({ team, members, history }: CallOutput<'organiserTeam'>) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Panel
        title={<span className="wrap-anywhere">{team.team_name}</span>}
        aside={team.hidden && <strong>{organiserTexts.hidden}</strong>}
      >
        <p className="mb-4 text-soft">
          {team.disbanded_at !== null ? (
            organiserTexts.disbanded
          ) : (
            <Dotted
              parts={[
                `${organiserTexts.teamPoints}: ${numeral(team.points)}`,
                `${organiserTexts.teamRank}: ${teamTexts.rankShort(team)}`,
                `${organiserTexts.tag}: ${team.nfc_id ?? organiserTexts.noTag}`,
              ]}
            />
          )}
        </p>
        {team.disbanded_at === null && <TeamCorrections team={team} history={history} />}
      </Panel>
      <Panel title={organiserTexts.teamMembers}>
        {members.length === 0 && <p className="text-soft">{organiserTexts.noMembers}</p>}
        <Members teamId={team.team_id} members={members} />
      </Panel>
    </div>
  )
}
