import { ChevronDown, Gift, Hourglass, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Cooldown, PointType, Vendor } from '#contract/entities'
import { formatTimeOrDay } from '#lib/clock-time'
import { formatDurationShort, formatRemaining, formatRemainingAccusative } from '#lib/duration'
import { boothsMatching } from '#lib/names'
import { remainingSeconds } from '#rules/cooldown'
import { hallOf } from '#rules/hall'
import { awardTexts, boothTexts } from '#texts/booth'
import { DOT } from '#texts/nouns'
import { signed } from '#texts/numbers'
import { teamTexts } from '#texts/team'
import { Chip, ChipRow, Choice } from '../ui/choice'
import { classes } from '../ui/classes'
import { Dotted } from '../ui/panel'
import { SearchField } from '../ui/text-field'
import { LitName } from './lit-name'

/**
 * The cooldowns of the viewer's team at a server time (ms). Undefined if the viewer has no team,
 * and until they are loaded.
 */
interface TeamCooldowns {
  readonly cooldowns: readonly Cooldown[]
  readonly now: number
}

/**
 * The displayed cooldown of a point type.
 * - `running`: the viewer's team must wait `seconds`.
 * - `free`: it can collect now.
 * - `unknown`: the viewer has no team, or its cooldowns are not loaded.
 * For `free` and `unknown`, `seconds` is the length of the cooldown after an award.
 */
interface ShownCooldown {
  readonly kind: 'running' | 'free' | 'unknown'
  readonly seconds: number
}

function cooldownOf(
  { vendor_id }: Vendor,
  { point_type, cooldown_seconds }: PointType,
  team?: TeamCooldowns,
): ShownCooldown {
  if (team === undefined) return { kind: 'unknown', seconds: cooldown_seconds }
  const seconds = cooldownLeft(team.cooldowns, { vendor_id, point_type }, team.now)
  return seconds > 0 ? { kind: 'running', seconds } : { kind: 'free', seconds: cooldown_seconds }
}

interface BoothDetailsProps {
  booth: Vendor
  offersTitle?: ReactNode
  teamCooldowns: TeamCooldowns | undefined
  showLocation?: boolean
}

export function BoothDetails({
  booth,
  offersTitle,
  teamCooldowns,
  showLocation = true,
}: BoothDetailsProps) {
  return (
    <div className="flex flex-col gap-2 text-left">
      {showLocation && booth.location !== '' && (
        <p className="flex gap-2 text-sm">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-soft" />
          {booth.location}
        </p>
      )}
      {booth.description !== '' && (
        <p className="max-w-prose text-pretty text-soft">{booth.description}</p>
      )}
      {booth.point_types.length === 0 ? (
        <p className="text-sm text-soft">{boothTexts.noOffers}</p>
      ) : (
        <>
          {offersTitle}
          <ul className="flex flex-col gap-2">
            {booth.point_types.map((pointType) => (
              <li
                key={pointType.point_type}
                className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raised px-[min(0.75rem,3vw)] py-3 sm:px-4"
              >
                <span className="min-w-[min(100%,8rem)] flex-1">
                  <span className="block font-semibold">{pointType.label}</span>
                  <CooldownLine
                    cooldown={cooldownOf(booth, pointType, teamCooldowns)}
                    pointType={pointType}
                    now={teamCooldowns?.now ?? 0}
                  />
                </span>
                <span className="font-bold whitespace-nowrap text-accent tabular-nums">
                  {pointType.points > 0 && teamTexts.signedPoints(pointType.points)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Describes a cooldown that is not running. */
export function cooldownText(seconds: number): string {
  return seconds === 0 ? awardTexts.noCooldown : awardTexts.cooldownOf(formatDurationShort(seconds))
}

/** Like `cooldownText`, for points that the viewer's team can collect now. */
function freeText(seconds: number): readonly string[] {
  return seconds === 0
    ? awardTexts.freeNowNoCooldown
    : awardTexts.freeNow(formatDurationShort(seconds))
}

/**
 * The text of a running cooldown by its seconds left; for one-time items, when they were handed out
 * (rule 11).
 */
export function runningCooldownText(
  { points, cooldown_seconds }: PointType,
  seconds: number,
  now: number,
): string {
  if (points > 0) return awardTexts.cooldown(formatRemaining(seconds))
  return awardTexts.handedOut(formatTimeOrDay(now + (seconds - cooldown_seconds) * 1000, now))
}

interface WorthProps {
  points: number
  className: string
}

/** A point type's points, or the sign of a one-time item. */
export function Worth({ points, className }: WorthProps) {
  return (
    <span className={className}>
      {points === 0 ? (
        <Gift aria-hidden className="inline size-[1.1em] align-[-0.15em]" />
      ) : (
        signed(points)
      )}
    </span>
  )
}

interface CooldownLineProps {
  cooldown: ShownCooldown
  pointType: PointType
  /** Server time (ms). */
  now: number
}

function CooldownLine({ cooldown, pointType, now }: CooldownLineProps) {
  if (cooldown.kind !== 'running') {
    return (
      <span className="block text-sm text-soft tabular-nums">
        {cooldown.kind === 'free' ? (
          <Dotted parts={freeText(cooldown.seconds)} />
        ) : (
          cooldownText(cooldown.seconds)
        )}
      </span>
    )
  }
  return (
    <span className="flex items-center gap-1.5 text-sm font-medium text-balance text-warn tabular-nums">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      {runningCooldownText(pointType, cooldown.seconds, now)}
    </span>
  )
}

/**
 * The remaining cooldown of a booth's point type in whole seconds.
 * @param now server time (ms)
 */
export function cooldownLeft(
  cooldowns: readonly Cooldown[],
  { vendor_id, point_type }: Pick<Cooldown, 'vendor_id' | 'point_type'>,
  now: number,
): number {
  const running = cooldowns.find(
    (one) => one.vendor_id === vendor_id && one.point_type === point_type,
  )
  return remainingSeconds(running === undefined ? null : Date.parse(running.available_at), now)
}

/** Show the search if there are at least this many booths. */
const SEARCHED_FROM = 8
/** With more different halls than this, offer no choice: the locations have no halls then. */
const MAX_HALLS = 12

interface BoothRowsProps {
  booths: readonly Vendor[]
  ownVendorId?: string
  /** The ids of booths that have given the viewer's team points. */
  lit?: ReadonlySet<string>
  teamCooldowns?: TeamCooldowns | undefined
  /** The booth whose row is open at first and scrolled into view. */
  openedId?: string | undefined
}

/** Sorts booths that give nothing last. Finite, because the difference of two infinities is NaN. */
const NEVER = Number.MAX_VALUE

/** The state shown on a closed row. */
interface BoothState {
  /** Seconds until something can be collected. */
  readonly soonest: number
  readonly text: string
  /** True if everything is free, as in most rows: the points' colour then replaces the text. */
  readonly isUsual?: boolean
}

function boothState(cooldowns: readonly ShownCooldown[]): BoothState {
  const free = cooldowns.filter(({ kind }) => kind === 'free').length
  if (free > 0) {
    const text = boothTexts.free(free, cooldowns.length)
    return { soonest: 0, text, isUsual: free === cooldowns.length }
  }
  const soonest = Math.min(
    NEVER,
    ...cooldowns.flatMap(({ kind, seconds }) => (kind === 'running' ? [seconds] : [])),
  )
  return {
    soonest,
    text: soonest === NEVER ? '' : boothTexts.freeIn(formatRemainingAccusative(soonest)),
  }
}

/** The halls by name; none if there is nothing to choose. */
function hallsOf(booths: readonly Vendor[]): readonly string[] {
  const halls = [...new Set(booths.map(({ location }) => hallOf(location)))].filter(
    (hall) => hall !== '',
  )
  return halls.length < 2 || halls.length > MAX_HALLS
    ? []
    : halls.sort((a, b) => a.localeCompare(b, 'hr', { numeric: true }))
}

/**
 * Booths as expandable rows, by the time until the team can collect there. Of booths with the same
 * time, those that have not given the team points come first.
 */
export function BoothRows({ booths, ownVendorId, lit, teamCooldowns, openedId }: BoothRowsProps) {
  const [typed, setTyped] = useState('')
  const [isUnlitOnly, setUnlitOnly] = useState(false)
  const isLit = ({ vendor_id }: Vendor) => lit?.has(vendor_id) === true
  const halls = hallsOf(booths)
  const [chosen, setHall] = useState('')
  // The organiser may have renamed the hall.
  const hall = halls.includes(chosen) ? chosen : ''
  const chosenBooths = booths.filter(
    (booth) => (hall === '' || hallOf(booth.location) === hall) && !(isUnlitOnly && isLit(booth)),
  )
  const rows = boothsMatching(chosenBooths, typed).map((booth) => ({
    booth,
    state: boothState(
      booth.point_types.map((pointType) => cooldownOf(booth, pointType, teamCooldowns)),
    ),
  }))
  // Stable, so that booths of equal state keep the organiser's order.
  const sorted = rows.toSorted(
    (a, b) => a.state.soonest - b.state.soonest || Number(isLit(a.booth)) - Number(isLit(b.booth)),
  )
  return (
    <div className="@container flex flex-col gap-2">
      {booths.length >= SEARCHED_FROM && (
        <SearchField
          compact
          label={boothTexts.searchLabel}
          placeholder={boothTexts.searchPlaceholder}
          value={typed}
          onChange={setTyped}
        />
      )}
      {(halls.length > 0 || lit !== undefined) && (
        <ChipRow>
          {lit !== undefined && (
            <Chip
              type="checkbox"
              name={boothTexts.unlit}
              checked={isUnlitOnly}
              onChange={() => setUnlitOnly(!isUnlitOnly)}
            />
          )}
          {halls.length > 0 && (
            <Choice
              small
              legend={boothTexts.hallLabel}
              options={['', ...halls]}
              names={{
                '': boothTexts.allHalls,
                ...Object.fromEntries(halls.map((one) => [one, one])),
              }}
              chosen={hall}
              onChoose={setHall}
            />
          )}
        </ChipRow>
      )}
      {/* Two columns on a desktop: in a wider row a booth's name would be far from its points. */}
      <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-card border border-line bg-surface @min-[56rem]:grid @min-[56rem]:grid-cols-2 @min-[56rem]:gap-x-8 @min-[56rem]:*:nth-last-2:odd:border-b-0">
        {sorted.map(({ booth, state }) => (
          <BoothRow
            key={booth.vendor_id}
            booth={booth}
            state={state}
            isOwn={booth.vendor_id === ownVendorId}
            isLit={isLit(booth)}
            isOpened={booth.vendor_id === openedId}
            teamCooldowns={teamCooldowns}
          />
        ))}
      </ul>
      <p role="status" className="text-soft empty:hidden">
        {sorted.length === 0 &&
          (isUnlitOnly && typed === '' ? boothTexts.allLit(hall) : boothTexts.noMatches)}
      </p>
    </div>
  )
}

/** Opens a row and scrolls to it. A ref runs on mount only, so a row closed later stays closed. */
function openInSight(row: HTMLDetailsElement | null): void {
  if (row === null) return
  row.open = true
  row.scrollIntoView({ block: 'center' })
}

interface BoothRowProps {
  booth: Vendor
  state: BoothState
  isOwn: boolean
  isLit: boolean
  isOpened: boolean
  teamCooldowns: TeamCooldowns | undefined
}

function BoothRow({ booth, state, isOwn, isLit, isOpened, teamCooldowns }: BoothRowProps) {
  // Render details only once opened: rendering all doubled the board's render time, initially and
  // every second of a cooldown.
  const [wasOpened, setWasOpened] = useState(isOpened)
  const most = Math.max(0, ...booth.point_types.map(({ points }) => points))
  return (
    <li>
      <details ref={isOpened ? openInSight : undefined} className="group">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control; mouse, keyboard and screen readers alike click it, before the row opens. */}
        <summary
          onClick={() => setWasOpened(true)}
          className="flex min-h-12 flex-wrap cursor-pointer list-none items-center gap-x-2 px-3 py-1 focus-visible:-outline-offset-3 hover:bg-raised sm:px-4 [&::-webkit-details-marker]:hidden"
        >
          <span className="min-w-[min(100%,7rem)] flex-1">
            <span className="block leading-tight font-semibold">
              {isLit ? <LitName name={booth.name} /> : booth.name}
              {isOwn && <span className="text-accent">{DOT + boothTexts.own}</span>}
            </span>
            {booth.location !== '' && (
              <span className="block text-sm leading-tight text-soft">{booth.location}</span>
            )}
          </span>
          {/* The arrow stays beside points and state, even if these wrap into a second line. */}
          <span className="ml-auto flex items-center gap-1.5">
            <span className="flex flex-col text-right text-sm leading-tight whitespace-nowrap tabular-nums">
              {most > 0 && (
                <span
                  className={classes(
                    'text-base leading-tight font-bold',
                    state.soonest === 0 && 'text-accent',
                  )}
                >
                  {teamTexts.upTo(most)}
                </span>
              )}
              {state.text !== '' && (
                <span
                  className={classes(
                    state.soonest === 0 ? 'text-soft' : 'text-warn',
                    state.isUsual && 'sr-only',
                  )}
                >
                  {state.text}
                </span>
              )}
            </span>
            <ChevronDown aria-hidden className="size-5 shrink-0 text-soft group-open:rotate-180" />
          </span>
        </summary>
        {wasOpened && (
          <div className="px-[min(1rem,4vw)] pt-1 pb-4">
            <BoothDetails booth={booth} showLocation={false} teamCooldowns={teamCooldowns} />
          </div>
        )}
      </details>
    </li>
  )
}
