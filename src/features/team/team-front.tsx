import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import { formatRemainingAccusative } from '#lib/duration'
import { hallOf } from '#rules/hall'
import { nextBooth } from '#rules/next-booth'
import { boothTexts } from '#texts/booth'
import { numeral } from '#texts/numbers'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { publicOrigin, query } from '../../api/queries'
import { hasEnded, teamPointsQuery } from '../../api/score-queries'
import { cooldownLeft } from '../../game/booth-rows'
import { type OwnTeam, welcome } from '../../game/membership'
import { MESSAGE_FRAME, MessageLine } from '../../game/messages'
import { Emblem, HEXAGON } from '../../game/team-marks'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Dotted } from '../../ui/panel'
import { PRODUCT_NAME } from '../../ui/product'
import { FullScreenCode, QrCode } from '../../ui/qr-code'
import { useNow } from '../../ui/use-now'
import type { Arrival } from '../arrival/arrival'
import { ArrivalRow, LIME } from '../arrival/arrival-row'
import { useArrival, useAutoDismiss } from '../arrival/arrivals'
import { TeamArt, useStars } from '../arrival/team-art'
import { VoucherRow } from '../outbox/scans-and-vouchers'
import { useCountUp } from './count-up'
import { FrozenSince } from './frozen-since'
import { InviteButton, type InviteButtonProps } from './invites'
import type { NextPlace } from './next-place'
import { ShareButton, StoryOffer, useEveningEnd } from './story-offer'
import type { TeamPicture } from './team-picture'
import { TeamStars } from './team-stars'

interface TeamPointsProps {
  readonly points: number
  readonly arrival: Arrival | null
  /** True while a moment covers the card. */
  readonly isCovered: boolean
}

function TeamPoints({ points, arrival, isCovered }: TeamPointsProps) {
  const shown = useCountUp(points, arrival, isCovered)
  return (
    <p data-points="" className="leading-none font-bold text-accent">
      <span className="text-[min(4.5rem,20vw)] leading-none tracking-tight tabular-nums short:text-[min(2.25rem,20vw)] short:leading-none">
        {numeral(shown)}
      </span>{' '}
      <span className="ml-1 text-2xl">{teamTexts.pointsNoun(shown)}</span>
    </p>
  )
}

/**
 * The team's next step, until the event ends: to invite others if a new team has only its founder,
 * else to visit a booth.
 */
function NextRow({
  team,
  goal,
  invite,
}: {
  team: OwnTeam
  goal: NextPlace | null | undefined
  invite: InviteButtonProps
}) {
  const points = useQuery(teamPointsQuery()).data
  const now = useNow()
  if (hasEnded(points, now)) return null
  if (isWithoutFriends(team)) return <InviteButton variant="primary" {...invite} />
  return <NextBooth teamId={team.team_id} goal={goal} />
}

/** True for a new team with its founder alone. */
export const isWithoutFriends = ({ member_count, points }: OwnTeam) =>
  member_count === 1 && points === 0

const SHAPE =
  'flex min-h-12 items-center gap-2 rounded-control bg-raised px-[min(0.75rem,3vw)] py-1 hover:bg-line forced-colors:border'

interface NextBoothProps {
  teamId: string
  goal: NextPlace | null | undefined
}

/**
 * With a goal, shows the points missing for the next place and a booth that gives some, if any; else
 * only the next booth. Renders nothing until cooldowns, points and goal are known: a goal that came
 * later would move the booth's name.
 * @param goal undefined until the card shows the standing that it belongs to
 */
function NextBooth({ teamId, goal: knownGoal }: NextBoothProps) {
  const booths = useQuery(query(listVendors, {})).data?.vendors
  const { data: own, isPending: arePointsPending } = useQuery(teamPointsQuery())
  const teamCooldowns = useQuery({
    ...query(checkCooldown, { team_id: teamId }),
    refetchInterval: useRefreshInterval(),
  }).data
  const now = useNow()
  if (booths === undefined || teamCooldowns === undefined || arePointsPending) return null
  if (own !== undefined && knownGoal === undefined) return null
  const goal = knownGoal ?? null
  const lastAt = own?.awards.find(
    ({ vendor_id, voided }) => vendor_id !== null && !voided,
  )?.vendor_id
  const last = booths.find(({ vendor_id }) => vendor_id === lastAt)
  const next = nextBooth(
    booths,
    ({ vendor_id }, { point_type }) =>
      cooldownLeft(teamCooldowns.cooldowns, { vendor_id, point_type }, now),
    last === undefined ? null : hallOf(last.location),
  )
  if (next === null) {
    return (
      goal && (
        <p className="flex min-h-12 items-center font-semibold">
          {teamTexts.toNextPlace(goal.missing, goal.place)}
        </p>
      )
    )
  }
  const { booth, points, seconds } = next
  const wait = seconds > 0 ? [boothTexts.freeIn(formatRemainingAccusative(seconds))] : []
  const parts =
    goal === null
      ? [booth.name, hallOf(booth.location), teamTexts.upTo(points), ...wait].filter(
          (part) => part !== '',
        )
      : [
          teamTexts.toNextPlace(goal.missing, goal.place),
          teamTexts.givesUpTo(booth.name, points),
          ...wait,
        ]
  return (
    <Link to="/player/standovi" search={{ booth: booth.vendor_id }} className={SHAPE}>
      <span className="min-w-0 flex-1 leading-snug">
        {goal === null && (
          <>
            <span className="block text-sm text-soft short:sr-only">
              {teamTexts.nextBooth}
              <span className="sr-only">:</span>
            </span>{' '}
          </>
        )}
        <span className="block font-semibold short:text-sm short:leading-tight">
          <Dotted parts={parts} />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-soft" />
    </Link>
  )
}

interface TeamQrProps {
  teamId: string
  teamName: string
  /** Renders only the button that shows the code. */
  small?: boolean
}

/** The team's QR code; a tap shows it full screen. */
function TeamQr({ teamId, teamName, small = false }: TeamQrProps) {
  const [open, setOpen] = useState(false)
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  const address = new URL(`/qr/${encodeURIComponent(teamId)}`, origin).href
  const label = teamTexts.qrLabel(teamName)
  const show = () => setOpen(true)
  const shows = { 'aria-haspopup': 'dialog', onClick: show } as const
  return (
    <>
      {small ? (
        <Button icon={Maximize2} variant="secondary" className="px-3! text-balance" {...shows}>
          {teamTexts.showQr}
        </Button>
      ) : (
        <button
          type="button"
          {...shows}
          className="group flex w-full cursor-pointer flex-col items-center gap-2 rounded-card"
        >
          <QrCode
            text={address}
            label={label}
            className="w-full max-w-[min(20rem,36dvh)] rounded-card lg:max-w-[30dvh] short:max-w-[max(12rem,36dvh)] [@media(height<36rem)]:max-w-46"
          />
          <span className="flex min-h-12 items-center gap-2 font-semibold text-soft group-hover:text-ink [@media(height<36rem)]:hidden">
            <Maximize2 aria-hidden className="size-5" />
            {teamTexts.showQr}
          </span>
        </button>
      )}
      {open && (
        <FullScreenCode
          title={teamName}
          code={address}
          label={label}
          onClose={() => setOpen(false)}
        >
          <p className="w-full max-w-md py-2 text-lg xl:landscape:text-2xl landscape:flex-1">
            {teamTexts.qrHint}
          </p>
        </FullScreenCode>
      )}
    </>
  )
}

/** The front of a team's card: its points and rank, and the QR code for booths. */
export function TeamFront({
  userId,
  team,
  invite,
}: {
  userId: string
  team: OwnTeam
  invite: InviteButtonProps
}) {
  const stars = useStars()
  const { points, rank, arrival, isCovered, reading } = useArrival(team)
  const endedAt = useEveningEnd()
  const isOver = endedAt !== null
  const art = isOver
    ? 'absolute top-3 left-5 h-24 w-[calc(100%-2.5rem)] short:top-2 short:h-16'
    : 'absolute top-3 left-2 h-24 w-[calc(100%-7.5rem)] short:top-2 short:h-16'
  return (
    <div className="min-w-0 lg:sticky lg:top-22">
      <article className="relative overflow-hidden rounded-card foil-frame flat:flex shadow-[0_0_4rem_-1.5rem_var(--color-halo)]">
        <div className="min-w-0 flex-1">
          <div className="relative bg-linear-to-b from-glow to-transparent px-panel pt-3 pb-1 short:pt-2 [@media(height<36rem)]:pt-1">
            <TeamArt teamId={team.team_id} stars={stars} className={art} />
            <div className="relative flex min-h-24 items-start justify-end short:min-h-18">
              {!isOver && <RankBadge points={reading?.shown_points ?? points} rank={rank} />}
            </div>
            <TeamStars teamId={team.team_id} stars={stars} className={art} />
            {/* Overlay on the constellation, so that a message never moves the code. */}
            <div
              data-passing
              className="absolute top-3 left-3 flex w-[calc(100%-7.75rem)] short:top-2"
            >
              <MessageLine
                userId={userId}
                since={endedAt ?? undefined}
                className={`h-auto! data-message:min-h-14 max-[24rem]:[&_button:first-child>svg]:hidden max-[24rem]:[&_[data-time]]:before:content-none ${MESSAGE_FRAME}`}
              />
            </div>
            <h1 className="relative flex gap-2 text-[min(1.875rem,10vw)] leading-tight font-bold short:text-xl short:leading-tight">
              <Emblem team={team} className="mt-[0.07em] size-[1.1em] text-accent" />
              <span className="min-w-0 text-balance">{team.team_name}</span>
            </h1>
            {reading?.frozen_at != null && (
              <FrozenSince
                className="short:-mb-1 max-[24rem]:-mr-4"
                frozenAt={reading.frozen_at}
                unrevealed={points - (reading.shown_points ?? points)}
                given={reading.since_freeze ?? null}
              />
            )}
          </div>
          <div className="px-panel pt-3 pb-3 short:pt-1 short:pb-2">
            {isOver ? (
              <FinalStanding points={points} rank={rank} />
            ) : (
              <TeamPoints points={points} arrival={arrival} isCovered={isCovered} />
            )}
            {/* Always reserve the space, so that changing content moves nothing. */}
            <div className="relative mt-3 min-h-13 short:mt-1.5 short:min-h-12">
              <VoucherRow userId={userId}>
                <NextRow
                  team={team}
                  goal={reading === null ? undefined : (reading.goal ?? null)}
                  invite={invite}
                />
              </VoucherRow>
              {isOver && <StoryOffer team={team} />}
              <Welcome />
              {arrival !== null && <ArrivalRow arrival={arrival} />}
            </div>
          </div>
        </div>
        <div className="px-panel pb-3 flat:w-60 flat:shrink-0 flat:self-start flat:pt-3">
          {isOver ? (
            <Memento team={team} />
          ) : (
            <TeamQr teamId={team.team_id} teamName={team.team_name} />
          )}
          <p className="mt-2 flex flex-wrap justify-between gap-x-3 border-t border-line pt-3 text-sm text-soft flat:hidden short:hidden">
            <span>{PRODUCT_NAME}</span>
            <span>{teamTexts.members(team.member_count)}</span>
          </p>
        </div>
      </article>
    </div>
  )
}

/** The result of the evening: the team's place and points. */
function FinalStanding(standing: { points: number; rank: number }) {
  return (
    <p className="leading-none font-bold text-accent">
      <span className="block text-6xl leading-none tracking-tight tabular-nums short:text-4xl short:leading-none">
        {teamTexts.rank(standing)}
      </span>{' '}
      <span data-points="" className="mt-2 block text-2xl leading-none short:mt-1 short:text-lg">
        {teamTexts.points(standing.points)}
      </span>
    </p>
  )
}

const LazyPicture = lazy(async (): Promise<{ default: typeof TeamPicture }> => {
  try {
    return { default: (await import('./team-picture')).TeamPicture }
  } catch {
    // Offline: the buttons remain.
    return { default: () => null }
  }
})

/**
 * The team's picture instead of the code, which no booth needs any more. A button shows the code.
 */
function Memento({ team }: { team: OwnTeam }) {
  const size = 'h-[min(18rem,36dvh)]'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Suspense fallback={<div className={`${size} aspect-[9/16] rounded-control bg-raised`} />}>
        <LazyPicture team={team} className={size} />
      </Suspense>
      <div className="flex min-w-28 flex-1 flex-col gap-2">
        <ShareButton team={team} variant="primary" className="px-3! text-balance" />
        <TeamQr teamId={team.team_id} teamName={team.team_name} small />
      </div>
    </div>
  )
}

const WELCOME_MS = 8_000

/** Tells a player that the captain accepted them, in the row that announces arriving points. */
function Welcome() {
  const teamName = useSyncExternalStore(welcome.subscribe, welcome.get)
  useAutoDismiss(teamName, () => welcome.set(null), WELCOME_MS)
  return (
    <div
      role="status"
      className={classes(
        'absolute inset-x-0 bottom-0 flex items-center rounded-control px-3 py-1.5',
        teamName !== null && `min-h-full ${LIME}`,
      )}
    >
      {teamName !== null && teamTexts.acceptedYou(teamName)}
    </div>
  )
}

function RankBadge(standing: { points: number; rank: number }) {
  const place = teamTexts.rankShort(standing)
  const isFirst = standing.rank === 1 && standing.points > 0
  return (
    <p className="relative grid size-20 shrink-0 place-items-center short:size-18">
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0">
        <path
          d={HEXAGON}
          className={classes(
            'stroke-accent',
            isFirst ? 'fill-accent forced-colors:fill-none' : 'fill-sky/60',
          )}
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">{teamTexts.rank(standing)}</span>
      <span
        aria-hidden
        className={classes(
          'relative flex flex-col items-center leading-none short:-mt-1.5',
          isFirst && 'text-on-accent forced-colors:text-[CanvasText]',
        )}
      >
        <span
          className={
            place.length > 3 ? 'text-lg font-bold tabular-nums' : 'text-2xl font-bold tabular-nums'
          }
        >
          {place}
        </span>
        <span className={classes('mt-0.5 text-xs font-medium', !isFirst && 'text-soft')}>
          {teamTexts.rankNoun}
        </span>
      </span>
    </p>
  )
}
