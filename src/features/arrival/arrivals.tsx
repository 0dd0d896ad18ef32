import { useQuery } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { User } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { whenIdle } from '#lib/timers'
import { useRefreshInterval } from '../../api/live-state'
import { type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import { claimNews } from '../../offline/last-seen'
import { whenVisible } from '../../ui/device-screen'
import { signalArrived } from '../../ui/signal'
import { type Announced, type Arrival, arrivalSince, updated } from './arrival'
import type { ArrivalMoment } from './arrival-moment'
import type { PlaceMoment } from './place-moment'
import { type RevealedPlace, revealedPlace } from './revealed-place'

const MOMENT_MS = 2_000
const ROW_MS = 4_000
/** Long enough for the projector to uncover the name, and for some seconds of cheers (ms). */
const PLACE_MS = 9_000

/** The team's announced state, and the arrivals that this page shows now. */
interface Announcement extends Announced {
  /** The arrival shown over the whole screen. */
  readonly moment: Arrival | null
  /** The arrival shown in the row below the card's points. */
  readonly row: Arrival | null
}

const announcement = createObservable<Announcement | null>(null)
const useAnnouncement = () => useSyncExternalStore(announcement.subscribe, announcement.get)

const uncovered = createObservable<RevealedPlace | null>(null)
const useUncovered = () => useSyncExternalStore(uncovered.subscribe, uncovered.get)

/** Calls `onEnd` after `shownMs`, or at a tap or Escape. Waits while `shown` is null. */
export function useAutoDismiss(
  shown: object | string | null,
  onEnd: () => void,
  shownMs: number,
): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => end(), shownMs)
    const onTap = () => end()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    // Listen to `click`: ending at an earlier event would pass the rest of the tap to the control
    // below.
    window.addEventListener('click', onTap)
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('click', onTap)
      window.removeEventListener('keydown', onKey)
    }
  }, [shown, shownMs])
}

/** True while arrivals wait for the next screen. */
const heldBack = createObservable(false)

/**
 * Holds arrivals back while `isHeld`: a tag's screen itself shows a new treasure's points, which may
 * arrive before the scan's answer.
 */
export function useHeldArrivals(isHeld: boolean): void {
  useLayoutEffect(() => {
    heldBack.set(isHeld)
    return () => heldBack.set(false)
  }, [isHeld])
}

/** How often to check whether the person is still typing (ms). */
const TYPING_MS = 500

function isTypedInDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  return (
    top?.querySelector('input:not([type=radio], [type=checkbox], [type=file]), textarea') != null
  )
}

/**
 * Runs `act` once the page is visible and nobody is typing in a dialog. Returns a function that
 * cancels it.
 */
function whenFree(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function check(): void {
    if (isTypedInDialog()) timer = setTimeout(check, TYPING_MS)
    else act()
  }
  const end = whenVisible(check)
  return () => {
    end()
    clearTimeout(timer)
  }
}

const loadMoment = () => import('./arrival-moment')
const loadPlaceMoment = () => import('./place-moment')

/** Shows the team's place as soon as the reveal uncovers it. */
function useRevealedPlace(teamId: string | undefined, now: TeamPoints | undefined): void {
  const before = useRef<{ readonly teamId: string; readonly reading: TeamPoints }>(undefined)
  const [place, setPlace] = useState<RevealedPlace | null>(null)
  const isFrozen = now?.frozen_at != null
  useEffect(() => {
    if (isFrozen) whenIdle(() => void loadPlaceMoment().catch(() => undefined))
  }, [isFrozen])
  useEffect(() => {
    if (now === undefined || teamId === undefined) return
    const known = before.current?.teamId === teamId ? before.current.reading : undefined
    before.current = { teamId, reading: now }
    const revealed = revealedPlace(teamId, known, now)
    if (revealed !== null) setPlace(revealed)
  }, [teamId, now])
  useEffect(() => {
    if (place === null) return
    return whenFree(() => uncovered.set(place))
  }, [place])
  useAutoDismiss(useUncovered(), () => uncovered.set(null), PLACE_MS)
}

/**
 * Follows the points of the player's team on every screen, and announces each arrival once per
 * device.
 */
export function useArrivals(user: User | null | undefined): void {
  const userId = user?.id
  const teamId = user?.team?.team_id
  const { data } = useQuery({
    ...teamPointsQuery(),
    enabled: teamId !== undefined,
    refetchInterval: useRefreshInterval(),
  })
  useRevealedPlace(teamId, data)
  const isHeld = useSyncExternalStore(heldBack.subscribe, heldBack.get)
  const current = useAnnouncement()

  const claim = useEffectEvent(async (account: string, team: string, now: TeamPoints) => {
    const compare = (announced: Announced | undefined) => arrivalSince(team, now, announced)
    const [next, arrival] = await claimNews(account, compare, current ?? undefined)
    if (arrival !== null) signalArrived()
    const before = announcement.get()
    const shown = before?.teamId === team ? before : null
    announcement.set({
      ...next,
      moment: updated(shown?.moment ?? null, arrival, now),
      row: updated(shown?.row ?? null, arrival, now),
    })
  })
  useEffect(() => {
    if (data === undefined || userId === undefined || teamId === undefined || isHeld) return
    return whenFree(() => void claim(userId, teamId, data))
  }, [data, userId, teamId, isHeld])
  useEffect(() => {
    if (teamId === undefined) return
    // Load the moment's code before the first points arrive. If this fails offline, the first
    // arrival loads it.
    whenIdle(() => void loadMoment().catch(() => undefined))
    return () => announcement.set(null)
  }, [teamId])

  useAutoDismiss(
    current?.moment ?? null,
    () => announcement.set(current && { ...current, moment: null }),
    MOMENT_MS,
  )
  useAutoDismiss(
    current?.row ?? null,
    () => announcement.set(current && { ...current, moment: null, row: null }),
    ROW_MS,
  )
}

/** True while the card's row shows an arrival. */
export const isRowShown = () => announcement.get()?.row != null

interface ShownStanding {
  readonly points: number
  readonly rank: number
  readonly arrival: Arrival | null
  /** True while a moment covers the card: the card then keeps the number from before. */
  readonly isCovered: boolean
  /**
   * The team's data that `points` and `rank` come from, so that nothing shown next to them
   * contradicts them; null while unknown.
   */
  readonly reading: TeamPoints | null
}

/** The team's points and rank on the card. They change once `useArrivals` announces the news. */
export function useArrival(team: NonNullable<User['team']>): ShownStanding {
  const { team_id: teamId } = team
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const current = useAnnouncement()
  const { points, rank } = data ?? team
  // Keep the first values until this device's past announcements are known: newer points would
  // appear before their announcement.
  const [opening] = useState({ teamId, points, rank })
  const shown = current?.teamId === teamId ? current : null
  const { points: shownPoints, rank: shownRank } =
    shown ?? (opening.teamId === teamId ? opening : team)
  const isOf = (reading: TeamPoints) => reading.points === shownPoints && reading.rank === shownRank
  const [latest, setLatest] = useState(data)
  if (data !== undefined && data !== latest && isOf(data)) setLatest(data)
  const reading = latest !== undefined && isOf(latest) ? latest : null
  return {
    points: shownPoints,
    rank: shownRank,
    arrival: shown?.row ?? null,
    isCovered: shown?.moment != null,
    reading,
  }
}

const Moment = lazy(async (): Promise<{ default: typeof ArrivalMoment }> => {
  try {
    return { default: (await loadMoment()).ArrivalMoment }
  } catch {
    // Without the moment's code, the card's row alone shows the arrival.
    return { default: () => null }
  }
})

const Place = lazy(async (): Promise<{ default: typeof PlaceMoment }> => {
  try {
    return { default: (await loadPlaceMoment()).PlaceMoment }
  } catch {
    // Without the moment's code, the card alone shows the place.
    return { default: () => null }
  }
})

/** Shows arriving points and a revealed place for a moment over any screen. */
export function LazyMoment({ team }: { team: NonNullable<User['team']> }) {
  const current = useAnnouncement()
  const place = useUncovered()
  const shown = current?.teamId === team.team_id ? current : null
  return (
    <Suspense>
      {shown?.moment && <Moment team={team} arrival={shown.moment} points={shown.points} />}
      {place?.teamId === team.team_id && <Place team={team} place={place} />}
    </Suspense>
  )
}
