import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { Crown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Change } from '#contract/call'
import type { CallOutput } from '#contract/calls'
import { disbandTeam, listInvites, listMembers, removePlayer } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamNameKey } from '#rules/team-name'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { currentUserQuery, query } from '../../api/queries'
import type { Quiet } from '../../api/query-client'
import { teamPointsQuery } from '../../api/score-queries'
import { type OwnTeam, useTeamChange } from '../../game/membership'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { ConfirmDialog } from '../../ui/dialog'
import { QueryState, RowsSkeleton } from '../../ui/loading'
import { Panel, ScreenTitle } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { VouchersPanel } from '../outbox/scans-and-vouchers'
import { EmblemPanel } from './emblem-choice'
import { InviteButton, InviteList, useInvitationDialog } from './invites'
import { MedalsPanel } from './medals'
import { PointsHistory } from './points-history'

function MemberList({ team, ownId }: { team: OwnTeam; ownId: string }) {
  const list = useQuery({
    ...query(listMembers, { team_id: team.team_id }),
    refetchInterval: useRefreshInterval(),
  })
  return (
    <Panel
      title={teamTexts.membersTitle}
      aside={
        list.data && (
          <span className="text-soft">{teamTexts.members(list.data.members.length)}</span>
        )
      }
    >
      <QueryState query={list}>
        {({ members }) => (
          <ul className="flex flex-col divide-y divide-line">
            {members.map((member) => (
              <MemberRow
                key={member.player_id}
                member={member}
                own={member.player_id === ownId}
                mayRemove={team.is_captain && member.player_id !== ownId}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}

interface MemberRowProps {
  member: CallOutput<'listMembers'>['members'][number]
  own: boolean
  mayRemove: boolean
}

function MemberRow({ member, own, mayRemove }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-32">
        <p className={classes('font-semibold', own && 'text-accent')}>
          {member.nickname}
          {own && <span className="font-normal text-soft"> ({teamTexts.you})</span>}
        </p>
        <p className="text-sm text-soft">
          {member.first_name} {member.last_name}
        </p>
      </div>
      {member.is_captain && (
        <span className="flex items-center gap-1.5 text-sm text-soft">
          <Crown aria-hidden className="size-4 text-warn" />
          {teamTexts.captain}
        </span>
      )}
      {mayRemove && <RemoveMember playerId={member.player_id} nickname={member.nickname} />}
    </li>
  )
}

function RemoveMember({ playerId, nickname }: { playerId: string; nickname: string }) {
  const remove = useTeamChange(removePlayer, {
    onDone: () => toast.success(teamTexts.removed(nickname)),
  })
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="quiet"
          className="-mr-2 px-2! text-sm"
          aria-label={teamTexts.removeNamed(nickname)}
        >
          {teamTexts.remove}
        </Button>
      }
      title={teamTexts.removeTitle(nickname)}
      text={teamTexts.removeText}
      confirm={teamTexts.remove}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate({ player_id: playerId }, { onSettled: close })}
    />
  )
}

/** The button that leaves the team. A captain also gets, set apart, the one that disbands it. */
function LeaveOrDisband({ team, ownId }: { team: OwnTeam; ownId: string }) {
  const headingId = useId()
  const { data, isError } = useQuery(query(listMembers, { team_id: team.team_id }))
  if (data === undefined && !isError) return null
  const memberCount = data?.members.length ?? team.member_count
  return (
    <div className="flex flex-col gap-5">
      <LeaveTeam team={team} ownId={ownId} memberCount={memberCount} />
      {team.is_captain && (
        <section aria-labelledby={headingId} className="border-t border-line pt-5">
          <h2 id={headingId} className="font-bold">
            {teamTexts.disbandSection}
          </h2>
          <p className="mt-1 mb-3 text-sm text-soft">{teamTexts.disbandEffect}</p>
          <DisbandTeam team={team} />
        </section>
      )}
    </div>
  )
}

/**
 * A change that takes the player out of the team. Once confirmed, no screen shows the team, even
 * before the refetch (fault 62).
 */
function useLeaving<C extends Change>(change: C, doneText: string, quiet?: Quiet) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useTeamChange<C>(change, {
    leaves: true,
    ...(quiet !== undefined && { quiet }),
    onDone: () => {
      client.setQueryData(currentUserQuery().queryKey, (user) =>
        user == null ? user : { ...user, team: null },
      )
      toast.success(doneText)
      void navigate({ to: '/player', replace: true })
    },
  })
}

function consequence({ is_captain }: OwnTeam, memberCount: number): string {
  if (memberCount === 1) return teamTexts.leaveLastText
  // Do not name the next captain: only the server knows which members are blocked (rule 5).
  return is_captain ? teamTexts.leaveCaptainText : teamTexts.leaveText
}

/** Rule 5: leaves the team. */
function LeaveTeam({
  team,
  ownId,
  memberCount,
}: {
  team: OwnTeam
  ownId: string
  memberCount: number
}) {
  const leave = useLeaving(removePlayer, teamTexts.left(team.team_name))
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" className="w-full">
          {teamTexts.leave}
        </Button>
      }
      title={teamTexts.leaveTitle(team.team_name)}
      text={consequence(team, memberCount)}
      confirm={teamTexts.leave}
      tone={memberCount > 1 ? 'primary' : 'danger'}
      busy={leave.isPending}
      onConfirm={(close) => leave.mutate({ player_id: ownId }, { onSettled: close })}
    />
  )
}

/** Rule 6: the captain disbands the team, after typing its name as a confirmation. */
function DisbandTeam({ team: { team_name } }: { team: OwnTeam }) {
  const [typed, setTyped] = useState('')
  const disband = useLeaving(disbandTeam, teamTexts.disbanded(team_name), (error) =>
    hasCode(error, 'TEAM_NAME_MISMATCH'),
  )
  function type(name: string) {
    setTyped(name)
    disband.reset()
  }
  return (
    <ConfirmDialog
      trigger={
        <Button
          variant="quiet"
          className="-ml-[min(0.5rem,3vw)] px-[min(0.5rem,3vw)]! text-danger!"
        >
          {teamTexts.disband}
        </Button>
      }
      onOpen={() => type('')}
      title={teamTexts.disbandTitle(team_name)}
      text={teamTexts.disbandText}
      confirm={teamTexts.disband}
      ready={teamNameKey(typed) === teamNameKey(team_name)}
      busy={disband.isPending}
      onConfirm={(close) => disband.mutate({ team_name: typed }, { onSuccess: close })}
    >
      <TextField
        label={teamTexts.nameLabel}
        hint={teamTexts.disbandHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={hasCode(disband.error, 'TEAM_NAME_MISMATCH') ? disband.error?.message : undefined}
      />
    </ConfirmDialog>
  )
}

/** Shows waiting requests first; if there are none, the invitation. */
function CaptainsPanels({ team, members }: { team: OwnTeam; members: ReactNode }) {
  const { data } = useQuery(query(listInvites, {}))
  const hasRequests = data !== undefined && data.invites.length > 0
  const requests = <InviteList key="requests" teamId={team.team_id} />
  const invitation = <Invite key="invitation" team={team} />
  return (
    <>
      {hasRequests ? [requests, members, invitation] : [invitation, members, requests]}
      <EmblemPanel team={team} />
    </>
  )
}

/**
 * False until the panels' data is loaded or failed: a panel that grew later would move those below.
 */
function useAllRead(team: OwnTeam | null): boolean {
  const enabled = team !== null
  const reads = [
    useQuery({ ...query(listMembers, { team_id: team?.team_id ?? '' }), enabled }),
    useQuery({ ...query(listInvites, {}), enabled: team?.is_captain === true }),
    useQuery({ ...teamPointsQuery(), enabled }),
  ]
  // Wait only for the first answer: a failed query is pending again when its panel retries.
  return reads.every(
    ({ isPending, isFetched, fetchStatus }) => !isPending || isFetched || fetchStatus === 'idle',
  )
}

/** The screen 'Tim': requests, members, the history of points, and the ways out of the team. */
export function TeamPage() {
  const user = useUser()
  const { team } = user
  const isRead = useAllRead(team)
  if (team === null) return <Navigate to="/player" replace />
  const members = <MemberList key="members" team={team} ownId={user.id} />
  return (
    <>
      <ScreenTitle title={team.team_name} />
      {isRead ? (
        <TeamPanels user={user} team={team} members={members} />
      ) : (
        <Panel>
          <RowsSkeleton />
        </Panel>
      )}
    </>
  )
}

function TeamPanels({ user, team, members }: { user: User; team: OwnTeam; members: ReactNode }) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-5">
        {team.is_captain ? <CaptainsPanels team={team} members={members} /> : members}
      </div>
      <div className="flex min-w-0 flex-col gap-5 md:row-span-2">
        <VouchersPanel userId={user.id} />
        <MedalsPanel />
        <PointsHistory />
      </div>
      <LeaveOrDisband team={team} ownId={user.id} />
    </div>
  )
}

function Invite({ team }: { team: OwnTeam }) {
  const { button, dialog } = useInvitationDialog(team)
  return (
    <Panel title={teamTexts.inviteTitle}>
      <p className="mb-4 text-soft">{teamTexts.inviteHint}</p>
      <InviteButton {...button} />
      {dialog}
    </Panel>
  )
}
