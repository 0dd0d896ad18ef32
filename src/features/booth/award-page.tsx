import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useCanGoBack } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { PointType, Team, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { serverReachable } from '../../api/connection'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { teamsQuery } from '../../api/merging-queries'
import { query } from '../../api/queries'
import { useOutbox } from '../../offline/page-outbox'
import { MessageLine } from '../../session/messages'
import { useUser } from '../../session/signed-in'
import { cooldownText, runningPause, Worth } from '../../ui/booth'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Notice } from '../../ui/load-failed'
import { QueryState, ReservedSpace, Skeleton } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { wasKept } from '../../ui/ready-screen'
import { Emblem } from '../../ui/team-marks'
import { useGracePeriod, useNow } from '../../ui/use-now'
import { LostBooth } from './booth-failed'
import { useAwards, useVoidsElsewhere } from './give-award'
import { EarlierState, LatestAward } from './latest-award'
import { type KnownAwards, type Pause, pauseOf, serverTimeAt } from './pause'

interface AwardButtonsProps {
  team: { readonly team_id: string; readonly team_name: string }
  userId: string
  booth: Vendor
  /** The server's last answer about the team's cooldowns. */
  reported: KnownAwards['reported']
  /** True if that answer is current. */
  connected: boolean
}

/** The state of the last award, and the booth's point types, each with its cooldown. */
function AwardButtons({ team, userId, booth, reported, connected }: AwardButtonsProps) {
  const now = useNow()
  // Opened from another screen, whose controls may have been where the buttons are.
  const openedFromScreen = useCanGoBack()
  useVoidsElsewhere(now)
  const awards = useAwards({ team, userId, vendorId: booth.vendor_id })
  const at = { team_id: team.team_id, vendor_id: booth.vendor_id }
  const latest = booth.point_types.find(({ point_type }) => point_type === awards.latest)
  return (
    <>
      <LatestAward state={latest && awards.stateOf(latest.point_type)} now={now} pointType={latest} teamName={team.team_name} />
      <ul aria-label={awardTexts.awardTitle} className={classes('mt-auto flex flex-col gap-3', openedFromScreen && 'settles')}>
        {booth.point_types.map((pointType) => {
          const pause = pauseOf(at, pointType, { ...awards.known, reported }, connected, now)
          const earlier = pointType === latest ? undefined : awards.stateOf(pointType.point_type)
          return (
            <li key={pointType.point_type} className="flex flex-col gap-1">
              <AwardButton
                pointType={pointType}
                pause={pause}
                now={now}
                locked={awards.isLocked(pointType.point_type)}
                onAward={() => void awards.give(pointType)}
              />
              <div data-award={pointType.label} className="h-5 truncate px-1.5 text-sm text-soft">
                {earlier ? <EarlierState state={earlier} /> : cooldownText(pointType.cooldown_seconds, pause.seconds === 0)}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The remaining time (s) with the widest text. */
const WIDEST_PAUSE = 54
const DAY_MS = 24 * 60 * 60 * 1000
/** As wide as a pause can be: what is handed out once may have been so on another day. */
const widestPause = (pointType: PointType) =>
  runningPause(pointType, pointType.points > 0 ? WIDEST_PAUSE : pointType.cooldown_seconds, Date.now() - DAY_MS)

const PREDICTION = 'block text-sm max-[23rem]:text-[0.8125rem]'

interface AwardButtonProps {
  pointType: PointType
  pause: Pause
  /** Server time in ms. */
  now: number
  /** True while the last tap is being stored, and briefly after it. */
  locked: boolean
  onAward: () => void
}

/** The button of one point type, large enough for a thumb in a hurry. Its size is the same with a pause and without (fault 57). */
function AwardButton({ pointType, pause, now, locked, onAward }: AwardButtonProps) {
  const paused = pause.seconds > 0
  const closed = (paused && pause.forbids) || locked
  return (
    <button
      type="button"
      data-points=""
      // Not `disabled`: that would drop the focus of keyboard users.
      aria-disabled={closed || undefined}
      onClick={closed ? undefined : onAward}
      className="flex min-h-20 w-full cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-card bg-accent px-5 py-2.5 text-left text-on-accent transition-colors hover:bg-accent/90 aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-soft aria-disabled:inset-ring aria-disabled:inset-ring-edge forced-colors:border forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]"
    >
      <span className="grid min-w-0 flex-1 basis-36 items-center *:[grid-area:1/1]">
        {pointType.cooldown_seconds > 0 && (
          <span>
            <ReservedSpace className="block text-xl leading-tight font-bold" text={pointType.label} />
            <ReservedSpace className="block leading-5 tabular-nums" text={widestPause(pointType)} />
            <ReservedSpace className={PREDICTION} text={awardTexts.prediction} />
          </span>
        )}
        <span>
          <span className="block text-xl leading-tight font-bold">{pointType.label}</span>
          {paused && <span className="block leading-5 tabular-nums">{runningPause(pointType, pause.seconds, now)}</span>}
          {paused && pause.predicted && <span className={PREDICTION}>{awardTexts.prediction}</span>}
        </span>
      </span>
      <span className="ml-auto shrink-0 text-right">
        <Worth points={pointType.points} className="block text-3xl leading-none font-bold tabular-nums" />
        {pointType.points > 0 && <span className="block text-sm font-semibold">{teamTexts.pointsNoun(pointType.points)}</span>}
      </span>
    </button>
  )
}

const route = getRouteApi('/signed-in/qr/$qrSlug')

/** A team as seen by a booth: one tap awards points, online or offline. */
export function AwardPage() {
  const { qrSlug: teamId } = route.useParams()
  const user = useUser()
  const { error } = useQuery(query(checkCooldown, { team_id: teamId }))
  if (user.vendor_id === null || hasCode(error, 'FORBIDDEN')) return <LostBooth />
  return (
    // As high as the smallest viewport between header and bar, so that the buttons are within reach of the thumb.
    <div className="mx-auto flex min-h-[calc(100svh-11.75rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] max-w-2xl flex-col gap-5 short:gap-2 md:min-h-0">
      <div className="group flex items-center gap-3">
        <Link
          to="/vendor"
          className="ground inline-flex min-h-12 min-w-12 items-center gap-1 pr-3 font-medium text-soft hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-5" />
          <span className="max-md:group-has-[[data-message]]:sr-only">{awardTexts.toBoard}</span>
        </Link>
        <MessageLine userId={user.id} />
      </div>
      <Content key={teamId} teamId={teamId} />
    </div>
  )
}

/** From the server, or from cached data if the server doesn't respond. */
function Content({ teamId }: { teamId: string }) {
  const user = useUser()
  const vendors = useQuery(query(listVendors, {}))
  const cooldowns = useQuery({ ...query(checkCooldown, { team_id: teamId }), refetchInterval: useRefreshInterval() })
  const { data: list } = useQuery(teamsQuery())
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const inGracePeriod = useGracePeriod()

  if (hasCode(cooldowns.error, 'TEAM_NOT_FOUND')) return <TeamGone />
  const isCurrent = cooldowns.isFetchedAfterMount || !cooldowns.isStale
  // What stands there before the scripts is not taken away again.
  const waits = inGracePeriod && !(cooldowns.data !== undefined && wasKept(`/qr/${teamId}`))
  if (!isCurrent && cooldowns.isFetching && waits) return <Skeleton />
  // A team that is not listed is known only by its scanned code.
  const listed = cooldowns.data?.team ?? list?.teams.find((team) => team.team_id === teamId)
  const team = { team_id: teamId, team_name: listed?.team_name ?? awardTexts.unlistedTeamName, emblem: listed?.emblem }
  return (
    <>
      <TeamHeading team={team} listed={listed !== undefined} />
      <QueryState query={vendors}>
        {(data) => {
          const booth = data.vendors.find((vendor) => vendor.vendor_id === user.vendor_id)
          if (booth === undefined || booth.point_types.length === 0) {
            return <p className="text-lg text-warn">{booth ? awardTexts.noPointTypes : awardTexts.boothClosed}</p>
          }
          return (
            <AwardButtons
              team={team}
              userId={user.id}
              booth={booth}
              reported={cooldowns.data && { cooldowns: cooldowns.data.cooldowns, at: serverTimeAt(cooldowns.dataUpdatedAt) }}
              connected={reachable && cooldowns.isSuccess && isCurrent}
            />
          )
        }}
      </QueryState>
    </>
  )
}

function TeamGone() {
  return (
    <Panel>
      <Notice wholeScreen icon={<SearchX />} title={teamTexts.teamGone}>
        <Link to="/vendor" className={buttonClasses('secondary')}>
          {teamTexts.findTitle}
        </Link>
      </Notice>
    </Panel>
  )
}

interface TeamHeadingProps {
  team: Pick<Team, 'team_id' | 'team_name' | 'emblem'>
  /** False if the team is known only by its scanned code. */
  listed: boolean
}

/** Wider than any name of a team. */
const ANY_NAME = 'M'.repeat(40)

/**
 * The team's name, and below it what staff must know before they give points, else its points and rank. These load in the background, so
 * that nobody waits for them. What loads later moves no button (fault 57).
 */
function TeamHeading({ team, listed }: TeamHeadingProps) {
  const [mayGetName] = useState(!listed)
  return (
    <div className="ground">
      <h1 className="grid text-3xl leading-tight font-bold short:text-2xl *:[grid-area:1/1]">
        {mayGetName && <ReservedSpace text={ANY_NAME} />}
        <span>
          <Emblem team={team} className="mr-2 inline size-[1em] align-[-0.1em] text-accent" />
          {team.team_name}
        </span>
      </h1>
      <div className="relative mt-1 grid min-h-7">
        <ReservedSpace className="text-sm" text={awardTexts.unlistedTeam} />
        <div className="absolute inset-0 overflow-y-auto">
          <TeamLine teamId={team.team_id} listed={listed} />
        </div>
      </div>
    </div>
  )
}

function TeamLine({ teamId, listed }: { teamId: string; listed: boolean }) {
  const { storage, lowOnRoom } = useOutbox()
  const { data } = useQuery(teamsQuery())
  const team = data?.teams.find(({ team_id }) => team_id === teamId)
  // First, because a full disk also makes storage unreadable, and this says what to do about it (fault 48).
  if (lowOnRoom) return <p className="text-sm text-warn">{outboxTexts.lowOnRoomShort}</p>
  if (storage === 'unreadable') return <p className="text-sm text-warn">{awardTexts.onlyOnline}</p>
  if (!listed) return <p className="text-sm text-warn">{awardTexts.unlistedTeam}</p>
  return <p className="text-lg text-soft tabular-nums">{team !== undefined && teamTexts.standing(team)}</p>
}
