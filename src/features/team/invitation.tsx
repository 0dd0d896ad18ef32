import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { Hourglass, Share2, UserRoundCheck, UsersRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { inviteToTeam, joinTeam, listMembers } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { commonTexts } from '#texts/common'
import { errorTexts } from '#texts/errors'
import { invitationTexts } from '#texts/invitation'
import { teamTexts } from '#texts/team'
import { call } from '../../api/call'
import { ApiError, hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { currentUserQuery, publicOrigin, query } from '../../api/queries'
import { teamsQuery } from '../../api/score-queries'
import { type OwnTeam, useTeamChange, welcome } from '../../game/membership'
import { forgetInvitation, openedInvitation } from '../../session/opened-invitation'
import { homeOf, roleOf } from '../../session/paths'
import { Button, buttonClasses } from '../../ui/button'
import { whenVisible } from '../../ui/device-screen'
import { LoadFailed, Notice } from '../../ui/load-failed'
import { LogoProgress } from '../../ui/logo'
import { FullScreenCode } from '../../ui/qr-code'
import { share } from '../../ui/share'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'

/** Renew the code this often (ms), so that whoever scans it has nearly ten minutes to register. */
const RENEW_MS = 60_000
/** Polling interval (ms) of the members while the stream is down, and of a code that failed. */
const POLL_MS = 3_000

/** An address that makes its opener a member; undefined until loaded and after it expired. */
function useInvitationAddress(teamId: string) {
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  const now = useNow()
  const { data, error } = useQuery({
    // Not the name of a call, because the data of calls is stored on the device. `gcTime: 0` drops
    // the token as soon as the dialog closes.
    queryKey: ['invitation', teamId],
    queryFn: ({ signal }) => call(inviteToTeam, {}, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_MS : RENEW_MS),
    refetchOnWindowFocus: 'always',
  })
  const isGood = data !== undefined && now < Date.parse(data.expires_at)
  const address = isGood
    ? new URL(`/t/${encodeURIComponent(teamId)}?i=${encodeURIComponent(data.invite_token)}`, origin)
        .href
    : undefined
  return { address, error }
}

/** Nicknames of people who joined while the dialog is open. */
function useNewcomers(teamId: string): readonly string[] {
  const { data } = useQuery({
    ...query(listMembers, { team_id: teamId }),
    refetchInterval: useRefreshInterval(POLL_MS),
  })
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null)
  if (data === undefined) return []
  if (before === null) setBefore(new Set(data.members.map(({ player_id }) => player_id)))
  return data.members
    .filter(({ player_id }) => before?.has(player_id) === false)
    .map(({ nickname }) => nickname)
}

async function sendLink(teamName: string, url: string): Promise<void> {
  if (await share({ title: teamName, text: invitationTexts.shareText(teamName), url })) return
  try {
    await navigator.clipboard.writeText(url)
    toast.success(invitationTexts.linkCopied)
  } catch {
    toast.error(invitationTexts.linkNotCopied)
  }
}

/** The captain's invitation as a code, full screen, and as a link to send. */
export function InvitationDialog({
  team: { team_id, team_name },
  onClose,
}: {
  team: OwnTeam
  onClose: () => void
}) {
  const { address, error } = useInvitationAddress(team_id)
  const newcomers = useNewcomers(team_id)
  const refusal = error instanceof ApiError ? error.message : null
  return (
    <FullScreenCode
      kind={teamTexts.inviteTitle}
      title={team_name}
      code={refusal === null ? address : undefined}
      label={invitationTexts.code(team_name)}
      onClose={onClose}
    >
      <div className="flex w-full max-w-md flex-col items-center gap-3 text-lg xl:landscape:text-2xl landscape:flex-1">
        {refusal === null && <p className="font-semibold">{invitationTexts.mateScans}</p>}
        <p role="status" className="text-pretty">
          {refusal ?? (error === null ? invitationTexts.lasts : invitationTexts.offline)}
        </p>
        <p role="status" className="flex items-center gap-2 font-bold wrap-anywhere empty:hidden">
          {newcomers.length > 0 && (
            <>
              <UserRoundCheck aria-hidden className="size-6 shrink-0" />
              <span>{invitationTexts.cameIn(newcomers)}</span>
            </>
          )}
        </p>
        {address !== undefined && refusal === null && (
          <button
            type="button"
            onClick={() => void sendLink(team_name, address)}
            className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-black px-5 font-semibold focus-visible:outline-black"
          >
            <Share2 aria-hidden className="size-5" />
            {invitationTexts.sendLink}
          </button>
        )}
      </div>
    </FullScreenCode>
  )
}

const route = getRouteApi('/auth/t/$team')

/** The screen of a captain's invitation: joins the team, or explains why not. */
export function InvitationPage() {
  const { team: team_id } = route.useParams()
  const { data: user } = useQuery(currentUserQuery())
  const [invitation] = useState(() => openedInvitation(team_id))
  // A player who leaves this screen has used or declined the invitation.
  useEffect(() => forgetInvitation, [])
  if (user == null || invitation === null) return <LogoProgress text={invitationTexts.joining} />
  if (roleOf(user) !== 'player') return <NotForStaff user={user} />
  return <Join user={user} {...invitation} />
}

interface JoinProps {
  readonly user: User
  readonly teamId: string
  readonly token: string
  readonly by: 'scanner' | 'address'
}

function Join({ user, teamId: team_id, token, by }: JoinProps) {
  const { mutate, error, isPending, isIdle, isSuccess } = useTeamChange(joinTeam, { quiet: true })
  const { team: own } = user
  const join = () => mutate({ team_id, invite_token: token })

  const joinOnce = useEffectEvent(() => {
    if (isIdle && own === null && by === 'scanner') join()
  })
  // A hidden page may be a preview, which must not join.
  useEffect(() => whenVisible(() => joinOnce()), [])

  if (isSuccess && own?.team_id === team_id) return <Joined teamName={own.team_name} />
  if (own !== null && !isPending) {
    const isHere = own.team_id === team_id
    return (
      <Notice
        {...AS_TEAM}
        title={invitationTexts.alreadyHere(own.team_name)}
        text={isHere ? undefined : invitationTexts.leaveFirst}
      >
        <Link to={isHere ? '/player' : '/player/tim'} className={buttonClasses()}>
          {isHere ? invitationTexts.toCard : invitationTexts.toTeam}
        </Link>
      </Notice>
    )
  }
  if (error !== null)
    return <NotJoined error={error} teamId={team_id} busy={isPending} onRetry={join} />
  if (isIdle && by === 'address')
    return <Offer teamId={team_id} requested={user.pending_team?.team_name} onJoin={join} />
  return <LogoProgress text={invitationTexts.joining} />
}

/** Shows the team, and joins it by a tap. */
function Offer({
  teamId,
  requested,
  onJoin,
}: {
  teamId: string
  requested: string | undefined
  onJoin: () => void
}) {
  const { data, error, isFetching, refetch } = useQuery(teamsQuery())
  const team = data?.teams.find(({ team_id }) => team_id === teamId)
  if (team === undefined) {
    if (isFetching) return <LogoProgress text={invitationTexts.opening} />
    if (error !== null)
      return <LoadFailed wholeScreen error={error} onRetry={() => void refetch()} />
    return <OtherTeam title={errorTexts.TEAM_NOT_FOUND} text={invitationTexts.gone} />
  }
  return (
    <Notice {...AS_TEAM} title={team.team_name} text={teamTexts.members(team.member_count)}>
      {requested !== undefined && requested !== team.team_name && (
        <p className="max-w-prose wrap-anywhere">{invitationTexts.endsRequest(requested)}</p>
      )}
      <Button onClick={onJoin} className="wrap-anywhere">
        {invitationTexts.join(team.team_name)}
      </Button>
      <Link to="/player" replace className={buttonClasses('secondary')}>
        {commonTexts.cancel}
      </Link>
    </Notice>
  )
}

/** Opens the card, which welcomes the new member, so that no toast is needed. */
function Joined({ teamName }: { teamName: string }) {
  useEffect(() => welcome.set(teamName), [teamName])
  return <Navigate to="/player" replace />
}

const AS_TEAM = { wholeScreen: true, icon: <UsersRound /> } as const

function OtherTeam({ title, text }: { title: string; text: string }) {
  return (
    <Notice {...AS_TEAM} title={title} text={text}>
      <Link to="/player" search={{ way: 'join' }} replace className={buttonClasses('secondary')}>
        {teamTexts.findTitle}
      </Link>
    </Notice>
  )
}

function NotJoined({
  error,
  teamId,
  busy,
  onRetry,
}: {
  error: Error
  teamId: string
  busy: boolean
  onRetry: () => void
}) {
  if (hasCode(error, 'INVITE_EXPIRED')) {
    return (
      <Notice
        wholeScreen
        icon={<Hourglass />}
        title={error.message}
        text={invitationTexts.expiredOr}
      >
        <Link to="/player" search={{ team: teamId }} replace className={buttonClasses('secondary')}>
          {teamTexts.join}
        </Link>
      </Notice>
    )
  }
  if (hasCode(error, 'TEAM_FULL') || hasCode(error, 'TEAM_NOT_FOUND')) {
    return (
      <OtherTeam
        title={error.message}
        text={invitationTexts[hasCode(error, 'TEAM_FULL') ? 'full' : 'gone']}
      />
    )
  }
  if (hasCode(error, 'BLOCKED')) return <Notice {...AS_TEAM} title={error.message} />
  return <LoadFailed wholeScreen error={error} onRetry={onRetry} busy={busy} />
}

function NotForStaff({ user }: { user: User }) {
  return (
    <Notice
      {...AS_TEAM}
      title={invitationTexts.forPlayers}
      text={roleOf(user) === 'organiser' ? invitationTexts.asOrganiser : invitationTexts.asStaff}
    >
      <Link to={homeOf(user)} replace className={buttonClasses()}>
        {invitationTexts.toStart}
      </Link>
    </Notice>
  )
}
