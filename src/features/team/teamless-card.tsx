import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ChevronLeft, Hourglass, Info, Plus, ScanLine, UsersRound } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { joinTeam, rejectInvite } from '#contract/calls/team'
import type { Team, User } from '#contract/entities'
import { dotted } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { teamsQuery } from '../../api/score-queries'
import { CreateTeamForm } from '../../game/create-team-form'
import { useDeparture, useTeamChange } from '../../game/membership'
import { TeamSearch } from '../../game/team-search'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/load-failed'
import { mayLackNewest, QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { scannerRequests } from '../scanner/use-scanner-dialog'

function TeamToJoin({
  team,
  variant = 'secondary',
}: {
  team: Team
  variant?: 'primary' | 'secondary'
}) {
  const join = useTeamChange(joinTeam)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-semibold">{team.team_name}</p>
        <p className="text-sm text-soft">
          {dotted(teamTexts.members(team.member_count), teamTexts.points(team.points))}
        </p>
      </div>
      {team.is_full ? (
        <p className="text-sm text-soft">{teamTexts.closed(team.member_count)}</p>
      ) : (
        <Button
          variant={variant}
          className="max-[25rem]:w-full"
          aria-label={teamTexts.joinNamed(team.team_name)}
          busy={join.isPending}
          onClick={() => join.mutate({ team_id: team.team_id })}
        >
          {teamTexts.join}
        </Button>
      )}
    </div>
  )
}

function FindTeam() {
  const list = useQuery({ ...teamsQuery(), refetchInterval: useRefreshInterval() })
  return <TeamSearch list={list} emptyText={teamTexts.noTeams} limit={30} Row={JoinRow} />
}

const JoinRow = memo(function JoinRow({ team }: { team: Team }) {
  return (
    <li className="py-3 first:pt-1 last:pb-1">
      <TeamToJoin team={team} />
    </li>
  )
})

interface PendingRequestProps {
  team: NonNullable<User['pending_team']>
  /** The team whose QR code was opened after the request; undefined if none was. */
  offeredTeamId: string | undefined
}

export function PendingRequest({ team, offeredTeamId }: PendingRequestProps) {
  const user = useUser()
  const withdraw = useTeamChange(rejectInvite, {
    leaves: true,
    onDone: () => toast.success(teamTexts.withdrawn),
  })
  return (
    <Panel className="mx-auto w-full max-w-xl">
      <Notice
        wholeScreen
        icon={<Hourglass />}
        title={teamTexts.pendingTitle(team.team_name)}
        text={teamTexts.pendingText}
      >
        {offeredTeamId !== undefined && offeredTeamId !== team.team_id && (
          <p className="max-w-prose text-soft">{teamTexts.pendingOther}</p>
        )}
        <p className="rounded-control bg-raised px-5 py-3">
          <span className="block font-semibold">{teamTexts.showCaptain}</span>
          <span className="block text-2xl font-bold wrap-anywhere">{user.nickname}</span>
        </p>
        <p className="text-soft">{teamTexts.pendingWhere}</p>
        <Button
          variant="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ player_id: user.id })}
        >
          {teamTexts.withdraw}
        </Button>
      </Notice>
    </Panel>
  )
}

interface TeamlessCardProps {
  /** The team whose QR code was opened, offered first; undefined if none was. */
  offeredTeamId: string | undefined
  way: 'join' | 'found' | undefined
}

/** The ways into a team: first the choice between them, then the chosen way. */
export function TeamlessCard({ offeredTeamId, way }: TeamlessCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5">
      <div>
        <DepartureNotice />
        <h1 className="text-3xl font-bold">{teamTexts.noTeamTitle}</h1>
        {way === undefined && <FirstSteps />}
      </div>
      {way === undefined && (
        <>
          {offeredTeamId !== undefined && <OfferedTeam teamId={offeredTeamId} />}
          <WaysIntoTeam isOffered={offeredTeamId !== undefined} />
        </>
      )}
      {way === 'found' && <CreateTeam />}
      {way === 'join' && (
        <>
          <Button
            icon={ScanLine}
            data-scan=""
            aria-haspopup="dialog"
            onClick={() => scannerRequests.emit()}
          >
            {teamTexts.scanInvitation}
          </Button>
          <FindTeam />
        </>
      )}
      {way !== undefined && <Back />}
    </div>
  )
}

function WaysIntoTeam({ isOffered }: { isOffered: boolean }) {
  const navigate = useNavigate({ from: '/player' })
  const choose = (next: TeamlessCardProps['way']) =>
    void navigate({ search: (before) => ({ ...before, way: next }) })
  const shape = 'min-h-20 justify-start! px-5 text-left text-lg'
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:*:flex-1">
      <Button
        icon={UsersRound}
        variant={isOffered ? 'secondary' : 'primary'}
        className={shape}
        onClick={() => choose('join')}
      >
        {teamTexts.joinTitle}
      </Button>
      <Button icon={Plus} variant="secondary" className={shape} onClick={() => choose('found')}>
        {teamTexts.create}
      </Button>
    </div>
  )
}

/** Back to the choice, or to the screen that opened one of the ways directly. */
function Back() {
  const canGoBack = useCanGoBack()
  const router = useRouter()
  const navigate = useNavigate({ from: '/player' })
  const backToChoice = () => void navigate({ search: ({ team }) => ({ team }), replace: true })
  return (
    <Button
      icon={ChevronLeft}
      variant="quiet"
      arrives
      className="self-start px-2!"
      onClick={() => (canGoBack ? router.history.back() : backToChoice())}
    >
      {teamTexts.back}
    </Button>
  )
}

/** How the game works. One line a step, so that a small phone shows the choice below too. */
function FirstSteps() {
  return (
    <ol
      aria-label={teamTexts.stepsTitle}
      className="ground mt-2 flex flex-col gap-1 text-soft short:text-sm"
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
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={form}>
      <Panel title={teamTexts.createTitle}>
        <CreateTeamForm />
      </Panel>
    </div>
  )
}

/** The team whose QR code a player without a team has opened. */
export function OfferedTeam({ teamId }: { teamId: string }) {
  const list = useQuery(teamsQuery())
  const offered = list.data?.teams.find((team) => team.team_id === teamId)
  const isGone = offered === undefined && !mayLackNewest(list)
  return (
    <Panel title={isGone ? teamTexts.offeredGoneTitle : teamTexts.offeredTitle}>
      <QueryState
        query={list}
        lacks={offered === undefined}
        empty={() => isGone}
        emptyText={teamTexts.teamGone}
      >
        {() => offered !== undefined && <TeamToJoin team={offered} variant="primary" />}
      </QueryState>
    </Panel>
  )
}

/** Explains why the player has no team or request any more, if somebody else ended it. */
function DepartureNotice() {
  const departure = useDeparture()
  return (
    <div role="status">
      {departure !== null && (
        <div className="mb-5 flex animate-arrive gap-3 rounded-card border border-line bg-raised p-4">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <p className="font-semibold">
              {teamTexts.gone[departure.from].title(departure.teamName)}
            </p>
            <p className="text-soft">{teamTexts.gone[departure.from].text}</p>
          </div>
        </div>
      )}
    </div>
  )
}
