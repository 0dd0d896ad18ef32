import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { createTeam } from '#contract/calls/team'
import type { Team } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { teamsQuery } from '../../../api/merging-queries'
import { TeamNameForm } from '../../../session/team-name-form'
import { useDeparture } from '../../../session/use-membership-news'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { toast } from '../../../ui/toast'
import { FindTeam, TeamToJoin } from './join-team'
import { useTeamChange } from './use-team-change'

interface TeamlessCardProps {
  /** The team whose QR code was opened, offered first; undefined if none was. */
  offeredTeamId: string | undefined
}

/** The ways to join a team. */
export function TeamlessCard({ offeredTeamId }: TeamlessCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5">
      <div className="ground">
        <DepartureNotice />
        <h1 className="text-3xl font-bold">{teamTexts.noTeamTitle}</h1>
        {offeredTeamId === undefined && <FirstSteps />}
      </div>
      {offeredTeamId !== undefined && (
        <>
          <OfferedTeam teamId={offeredTeamId} />
          <FirstSteps />
        </>
      )}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <CreateTeam />
        <FindTeam />
      </div>
    </div>
  )
}

/** What a newcomer does in this game. One line each, so that the form below stays in reach on a small phone. */
function FirstSteps() {
  return (
    <ol
      aria-label={teamTexts.stepsTitle}
      className="mt-2 flex flex-col gap-1 text-soft short:text-sm md:flex-row md:gap-6 md:text-sm"
    >
      {teamTexts.steps.map((step, index) => (
        <li key={step} className="flex items-baseline gap-2">
          <span aria-hidden className="font-bold text-accent tabular-nums">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}

function CreateTeam() {
  const create = useTeamChange(createTeam, {
    onDone: ({ team_name }) => toast.success(teamTexts.created(team_name)),
  })
  return (
    <Panel title={teamTexts.createTitle}>
      <TeamNameForm error={create.error} busy={create.isPending} onFound={(team) => create.mutate(team)} />
    </Panel>
  )
}

/** The team whose QR code a player without a team has opened. */
function OfferedTeam({ teamId }: { teamId: string }) {
  const list = useQuery(teamsQuery())
  const find = (teams: readonly Team[]) => teams.find((team) => team.team_id === teamId)
  const isGone = list.data !== undefined && find(list.data.teams) === undefined
  return (
    <Panel title={isGone ? teamTexts.offeredGoneTitle : teamTexts.offeredTitle}>
      <QueryState query={list} empty={() => isGone} emptyText={teamTexts.offeredGone}>
        {({ teams }) => {
          const offered = find(teams)
          return offered !== undefined && <TeamToJoin team={offered} variant="primary" />
        }}
      </QueryState>
    </Panel>
  )
}

/** Explains why the player is without a team or a request, if somebody else ended it. */
export function DepartureNotice() {
  const departure = useDeparture()
  return (
    <div role="status">
      {departure !== null && (
        <div className="mb-5 flex animate-arrive gap-3 rounded-card border border-line bg-raised p-4">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <p className="font-semibold">{teamTexts.gone[departure.from].title(departure.teamName)}</p>
            <p className="text-soft">{teamTexts.gone[departure.from].text}</p>
          </div>
        </div>
      )}
    </div>
  )
}
