import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useCanGoBack } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { PointType, Team, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { DOT } from '#texts/nouns'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { serverReachable } from '../../api/connection'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { teamsQuery } from '../../api/score-queries'
import { cooldownText, runningCooldownText, Worth } from '../../game/booth-rows'
import { MessageLine } from '../../game/messages'
import { Emblem } from '../../game/team-marks'
import { useOutboxPart } from '../../offline/page-outbox'
import { useUser } from '../../session/signed-in'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Notice } from '../../ui/load-failed'
import { QueryState, ReservedSpace, Skeleton } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { wasKept } from '../../ui/ready-screen'
import { useGracePeriod, useNow } from '../../ui/use-now'
import type { GivenState } from '../outbox/award-state'
import { LostBooth } from './booth-failed'
import { useAwards, useVoidsElsewhere } from './give-award'
import { EarlierState, LatestAward } from './latest-award'
import {
  type KnownAwards,
  type RemainingCooldown,
  remainingCooldown,
  serverTimeAt,
} from './remaining-cooldown'

interface AwardButtonsProps {
  team: { readonly team_id: string; readonly team_name: string }
  userId: string
  booth: Vendor
  /** The server's last answer about the team's cooldowns. */
  reported: KnownAwards['reported']
  /** True if `reported` is current. */
  connected: boolean
}

/** The state of the last award, and the booth's point types, each with its cooldown. */
function AwardButtons({ team, userId, booth, reported, connected }: AwardButtonsProps) {
  const now = useNow()
  // Ignore taps at first: the previous screen's controls may have been where the buttons are.
  const openedFromScreen = useCanGoBack()
  useVoidsElsewhere(now)
  const awards = useAwards({ team, userId, vendorId: booth.vendor_id })
  const at = { team_id: team.team_id, vendor_id: booth.vendor_id }
  const latest = booth.point_types.find(({ point_type }) => point_type === awards.latest)
  return (
    <>
      <LatestAward
        state={latest && awards.stateOf(latest.point_type)}
        now={now}
        pointType={latest}
        teamName={team.team_name}
      />
      <ul
        aria-label={awardTexts.awardTitle}
        className={classes(
          'mt-auto grid gap-2',
          booth.point_types.length >= COLUMNS_FROM && TWO_COLUMNS,
          openedFromScreen && 'settles',
        )}
      >
        {booth.point_types.map((pointType) => (
          <li key={pointType.point_type}>
            <AwardButton
              pointType={pointType}
              earlier={pointType === latest ? undefined : awards.stateOf(pointType.point_type)}
              cooldown={remainingCooldown(
                at,
                pointType,
                { ...awards.known, reported },
                connected,
                now,
              )}
              now={now}
              locked={awards.isLocked(pointType.point_type)}
              onAward={() => void awards.give(pointType)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Use two columns for at least this many point types: six then fit the smallest phone without
 * scrolling.
 */
const COLUMNS_FROM = 3
/** Two columns, or one if the text is too large. A button alone in the last row fills the row. */
const TWO_COLUMNS =
  'grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,50%-0.25rem)),1fr))] *:last:odd:col-span-full'

interface AwardButtonProps {
  pointType: PointType
  /** The state of this point type's last award; undefined if `LatestAward` shows it. */
  earlier: GivenState | undefined
  cooldown: RemainingCooldown
  /** Server time in ms. */
  now: number
  /** True while the last tap is being stored, and briefly after it. */
  locked: boolean
  onAward: () => void
}

/**
 * The button of one point type, large enough for a hurried thumb. All buttons have the same
 * constant height, so that none moves (fault 57): urgent information takes the place of a long
 * name's second line. In wide buttons, whose text is larger, only large screens have that line.
 */
function AwardButton({ pointType, earlier, cooldown, now, locked, onAward }: AwardButtonProps) {
  const isCoolingDown = cooldown.seconds > 0
  const closed = (isCoolingDown && cooldown.forbids) || locked
  const predicted = isCoolingDown && cooldown.predicted
  const saysMore = isCoolingDown && (predicted || earlier !== undefined)
  const mayWrap = isCoolingDown && pointType.points === 0 && !saysMore
  return (
    <button
      type="button"
      data-points=""
      // Not `disabled`: that would drop the focus of keyboard users.
      aria-disabled={closed || undefined}
      onClick={closed ? undefined : onAward}
      className="@container flex h-16 w-full lg:h-20 cursor-pointer flex-col justify-center overflow-hidden rounded-card bg-accent px-2 text-left text-on-accent transition-colors hover:bg-accent/90 aria-disabled:cursor-default aria-disabled:bg-raised aria-disabled:text-soft aria-disabled:inset-ring aria-disabled:inset-ring-edge min-[23rem]:px-3 sm:px-5 forced-colors:border forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]"
    >
      <span className="flex items-center justify-between gap-1 @min-[8.5rem]:gap-2">
        <span
          className={classes(
            'min-w-0 text-[0.9375rem] leading-4.5 font-bold @min-[8.5rem]:text-base @min-[8.5rem]:leading-4.5 hyphens-auto wrap-break-word @min-[16rem]:text-xl @min-[16rem]:leading-6',
            saysMore || mayWrap ? 'line-clamp-1' : 'line-clamp-2 @min-[16rem]:max-lg:line-clamp-1',
          )}
        >
          {pointType.label}
        </span>
        <span className="shrink-0 text-base leading-4.5 font-bold tabular-nums @min-[8.5rem]:text-xl @min-[8.5rem]:leading-4.5 @min-[16rem]:text-2xl @min-[16rem]:leading-6">
          <Worth points={pointType.points} className="" />
          {pointType.points > 0 && (
            <span className="sr-only @min-[16rem]:not-sr-only @min-[16rem]:text-sm">
              {' '}
              {teamTexts.pointsNoun(pointType.points)}
            </span>
          )}
        </span>
      </span>
      <AwardLines
        pointType={pointType}
        earlier={earlier}
        cooldown={cooldown}
        now={now}
        mayWrap={mayWrap}
      />
    </button>
  )
}

interface AwardLinesProps
  extends Pick<AwardButtonProps, 'pointType' | 'earlier' | 'cooldown' | 'now'> {
  /** True if there is room for two lines of the cooldown. */
  mayWrap: boolean
}

/** The lines of a button below its name: the cooldown, and the state of an award. */
function AwardLines({ pointType, earlier, cooldown, now, mayWrap }: AwardLinesProps) {
  const isCoolingDown = cooldown.seconds > 0
  const predicted = isCoolingDown && cooldown.predicted
  return (
    <span className="text-xs leading-4 tabular-nums min-[23rem]:text-[0.8125rem]">
      {isCoolingDown && (
        <span className={mayWrap ? 'line-clamp-2' : 'block truncate'}>
          {runningCooldownText(pointType, cooldown.seconds, now)}
        </span>
      )}
      <span data-award={pointType.label} className="block truncate">
        {earlier && <EarlierState state={earlier} />}
        {earlier && predicted && DOT}
        {predicted && <Prediction />}
        {!isCoolingDown && earlier === undefined && cooldownText(pointType.cooldown_seconds)}
      </span>
    </span>
  )
}

/** The note that a cooldown is a prediction. Narrow buttons show only its first word. */
function Prediction() {
  const [word, ...reason] = awardTexts.prediction.split(':')
  return (
    <span>
      {word}
      <span className="sr-only @min-[11rem]:not-sr-only">:{reason.join(':')}</span>
    </span>
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
    // The buttons end just above the bar, within reach of the thumb, even on the smallest viewport.
    <div
      data-still=""
      className="mx-auto flex min-h-[calc(100svh-11.75rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] max-w-2xl flex-col gap-5 short:gap-1 md:min-h-0"
    >
      <Content key={teamId} teamId={teamId} />
    </div>
  )
}

/**
 * The way back to the board, and a warning that staff must see before they give points. Without a
 * warning, shows the organiser's message, as the board does.
 */
function TopRow({ warning = null }: { warning?: string | null }) {
  const user = useUser()
  return (
    <div className="group flex h-12 items-center gap-3">
      <Link
        to="/vendor"
        className="inline-flex min-h-12 min-w-12 items-center gap-1 pr-3 font-medium text-soft hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-5" />
        <span className="max-md:group-has-[[data-message]]:sr-only max-md:group-has-[[data-warning]]:sr-only">
          {awardTexts.toBoard}
        </span>
      </Link>
      {warning === null ? (
        <MessageLine userId={user.id} />
      ) : (
        <p
          data-warning=""
          className="max-h-full overflow-y-auto text-[0.8125rem] leading-4 text-warn"
        >
          {warning}
        </p>
      )}
    </div>
  )
}

function useWarning(listed: boolean): string | null {
  const storage = useOutboxPart((view) => view.storage)
  const lowOnRoom = useOutboxPart((view) => view.lowOnRoom)
  // Check this first: a full disk also makes storage unreadable, and this warning says what to do
  // about it (fault 48).
  if (lowOnRoom) return outboxTexts.lowOnRoomShort
  if (storage === 'unreadable') return awardTexts.onlyOnline
  return listed ? null : awardTexts.unlistedTeam
}

/** Shows the server's data, or cached data if the server doesn't respond. */
function Content({ teamId }: { teamId: string }) {
  const user = useUser()
  const vendors = useQuery(query(listVendors, {}))
  const cooldowns = useQuery({
    ...query(checkCooldown, { team_id: teamId }),
    refetchInterval: useRefreshInterval(),
  })
  const { data: list } = useQuery(teamsQuery())
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const inGracePeriod = useGracePeriod()

  const booth = vendors.data?.vendors.find((vendor) => vendor.vendor_id === user.vendor_id)
  // A team that is not listed is known only by its scanned code.
  const listed = cooldowns.data?.team ?? list?.teams.find((team) => team.team_id === teamId)
  const warning = useWarning(listed !== undefined)

  if (hasCode(cooldowns.error, 'TEAM_NOT_FOUND')) {
    return (
      <>
        <TopRow />
        <TeamGone />
      </>
    )
  }
  const isCurrent = cooldowns.isFetchedAfterMount || !cooldowns.isStale
  // Do not hide a screen that was shown before the scripts ran.
  const waits = inGracePeriod && !(cooldowns.data !== undefined && wasKept(`/qr/${teamId}`))
  if (!isCurrent && cooldowns.isFetching && waits) {
    return (
      <>
        <TopRow />
        <Skeleton />
      </>
    )
  }
  const team = {
    team_id: teamId,
    team_name: listed?.team_name ?? awardTexts.unlistedTeamName,
    emblem: listed?.emblem,
  }
  return (
    <>
      <TopRow warning={warning} />
      <TeamHeading team={team} listed={listed !== undefined} />
      <QueryState query={vendors} lacks={booth === undefined}>
        {() => {
          if (booth === undefined || booth.point_types.length === 0) {
            return (
              <p className="text-lg text-warn">
                {booth ? awardTexts.noPointTypes : awardTexts.boothClosed}
              </p>
            )
          }
          return (
            <AwardButtons
              team={team}
              userId={user.id}
              booth={booth}
              reported={
                cooldowns.data && {
                  cooldowns: cooldowns.data.cooldowns,
                  at: serverTimeAt(cooldowns.dataUpdatedAt),
                }
              }
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

/** Wider than any team name. */
const ANY_NAME = 'M'.repeat(40)

/**
 * The team's name, points and rank. Points and rank load in the background and move no button
 * (fault 57).
 */
function TeamHeading({ team, listed }: TeamHeadingProps) {
  const [mayGetName] = useState(!listed)
  const { data } = useQuery(teamsQuery())
  const ranked = data?.teams.find(({ team_id }) => team_id === team.team_id)
  return (
    // On a short phone only as high as a name of two lines: the points below it need scrolling.
    <div className="short:h-11 short:overflow-y-auto">
      <h1 className="grid text-3xl leading-tight font-bold short:text-lg short:leading-5.5 *:[grid-area:1/1]">
        {mayGetName && <ReservedSpace className="short:hidden" text={ANY_NAME} />}
        <span>
          <Emblem team={team} className="mr-2 inline size-[1em] align-[-0.1em] text-accent" />
          {team.team_name}
        </span>
      </h1>
      <p className="mt-1 min-h-7 text-lg text-soft tabular-nums short:mt-0 short:min-h-5.5 short:text-base short:leading-5.5">
        {ranked !== undefined && teamTexts.standing(ranked)}
      </p>
    </div>
  )
}
