import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { adjustPoints, attachTag, hideTeam, makeCaptain, organiserTeam, renameTeam, showTeam } from '#contract/calls/organiser'
import { correctionTexts } from '#texts/corrections'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { call, randomUuid } from '../../api/call'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { Correction, REFRESH_MS } from './correction'
import { BackButton, OlderButton, PhoneLink, useOpen } from './frame'
import { TeamHistory } from './team-history'

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

function TeamCorrections({ team: { team_id, hidden, nfc_id } }: { team: CallOutput<'organiserTeam'>['team'] }) {
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

type Loaded = CallOutput<'organiserTeam'>

function Members({ teamId, members }: { teamId: string; members: Loaded['members'] }) {
  return (
    <ul>
      {members.map(({ player_id, nickname, first_name, last_name, is_captain, mobile }) => (
        <li
          key={player_id}
          className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0"
        >
          <span className="min-w-0 flex-1 basis-52 wrap-anywhere">
            {first_name} {last_name} ({nickname}){is_captain && ` · ${organiserTexts.captain}`}
          </span>
          <PhoneLink mobile={mobile} />
          {!is_captain && (
            <Correction
              change={makeCaptain}
              says={correctionTexts.makeCaptain}
              input={(reason) => ({ team_id: teamId, player_id, reason })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** One team with its history: what a quarrel at the help desk needs. */
export function TeamPart({ teamId }: { teamId: string }) {
  const open = useOpen()
  const query = useInfiniteQuery({
    queryKey: ['organiserTeam', { team_id: teamId }],
    queryFn: ({ pageParam, signal }) => call(organiserTeam, { team_id: teamId, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ awards, more }) => (more === true ? awards.at(-1)?.award_id : undefined),
    refetchInterval: REFRESH_MS,
  })
  return (
    <div className="flex flex-col gap-5">
      <BackButton text={organiserTexts.backToSearch} onBack={() => open({ dio: 'trazi' })} />
      <QueryState query={query}>
        {({ pages }) =>
          pages[0] && (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Standing loaded={pages[0]} />
              <Panel title={organiserTexts.history}>
                <TeamHistory teamId={teamId} history={pages.flatMap(({ history }) => history)} />
                <OlderButton {...query} />
              </Panel>
            </div>
          )
        }
      </QueryState>
    </div>
  )
}

function Standing({ loaded: { team, members } }: { loaded: Loaded }) {
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
                `${organiserTexts.teamRank}: ${team.rank}.`,
                `${organiserTexts.tag}: ${team.nfc_id ?? organiserTexts.noTag}`,
              ]}
            />
          )}
        </p>
        {team.disbanded_at === null && <TeamCorrections team={team} />}
      </Panel>
      <Panel title={organiserTexts.teamMembers}>
        <Members teamId={team.team_id} members={members} />
      </Panel>
    </div>
  )
}
