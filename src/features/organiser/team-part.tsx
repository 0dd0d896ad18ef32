import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/calls'
import { makeCaptain, organiserTeam } from '#contract/calls/organiser'
import { correctionTexts } from '#texts/corrections'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { BackButton, OlderButton } from './buttons'
import { Correction } from './correction'
import { REFRESH_MS } from './organiser-calls'
import { TeamCorrections } from './team-corrections'
import { TeamHistory } from './team-history'

type Loaded = CallOutput<'organiserTeam'>

function Members({ teamId, members }: { teamId: string; members: Loaded['members'] }) {
  return (
    <ul>
      {members.map(({ player_id, nickname, first_name, last_name, is_captain }) => (
        <li
          key={player_id}
          className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0"
        >
          <span className="wrap-anywhere">
            {first_name} {last_name} ({nickname}){is_captain && ` · ${organiserTexts.captain}`}
          </span>
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
export function TeamPart({ teamId, onBack }: { teamId: string; onBack: () => void }) {
  const query = useInfiniteQuery({
    queryKey: ['organiserTeam', { team_id: teamId }],
    queryFn: ({ pageParam, signal }) => call(organiserTeam, { team_id: teamId, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ awards, more }) => (more === true ? awards.at(-1)?.award_id : undefined),
    refetchInterval: REFRESH_MS,
  })
  return (
    <div className="flex flex-col gap-5">
      <BackButton text={organiserTexts.backToSearch} onBack={onBack} />
      <QueryState query={query}>
        {({ pages }) =>
          pages[0] && (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Standing loaded={pages[0]} />
              <Panel title={organiserTexts.history}>
                <TeamHistory team={pages[0].team} history={pages.flatMap(({ history }) => history)} />
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
