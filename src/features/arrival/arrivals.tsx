import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { whenIdle } from '#lib/timers'
import { useRefreshInterval } from '../../api/live-state'
import { teamPointsQuery } from '../../api/merging-queries'
import { claimNews } from '../../offline/last-seen'
import { whenVisible } from '../../ui/device-screen'
import { signalArrived } from '../../ui/signal'
import { type Arrival, newsOf, type TeamPoints, type Told, updated } from './arrival'
import type { ArrivalMoment } from './arrival-moment'

const MOMENT_MS = 2_000
const WORDS_MS = 4_000

type OwnTeam = NonNullable<User['team']>

/** What this page has told of the team, and tells now. */
interface Telling extends Told {
  /** Over the whole screen. */
  readonly moment: Arrival | null
  /** In the row under the card's points. */
  readonly words: Arrival | null
}

const telling = createObservable<Telling | null>(null)
const useTelling = () => useSyncExternalStore(telling.subscribe, telling.get)

/** Ends what is told after some time (ms), or by a tap or Escape. */
export function usePassing(told: object | string | null, onEnd: () => void, shownMs: number): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (told === null) return
    const timer = setTimeout(() => end(), shownMs)
    const onTap = () => end()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    // A click, because what ends at an earlier event would leave the rest of the tap to what lies below it.
    window.addEventListener('click', onTap)
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('click', onTap)
      window.removeEventListener('keydown', onKey)
    }
  }, [told, shownMs])
}

/** Where what was scanned says itself what it gave: its points are told on the next screen. */
const TELLS_ITSELF = /^\/s\//
/** How often to look whether somebody still types (ms). */
const TYPING_MS = 500

function isTypedInDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1)
  return top?.querySelector('input:not([type=radio], [type=checkbox], [type=file]), textarea') != null
}

/** Runs `act` once the page is in front and nobody types in a dialog. Returns a function that cancels it. */
function whenFree(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    if (isTypedInDialog()) timer = setTimeout(look, TYPING_MS)
    else act()
  }
  const end = whenVisible(look)
  return () => {
    end()
    clearTimeout(timer)
  }
}

const loadMoment = () => import('./arrival-moment')

/** Follows the points of the player's team on every screen, and tells what arrives, once on this device. */
export function useArrivals(user: User | null | undefined): void {
  const userId = user?.id
  const teamId = user?.team?.team_id
  const { data } = useQuery({ ...teamPointsQuery(), enabled: teamId !== undefined, refetchInterval: useRefreshInterval() })
  const tellsItself = useLocation({ select: ({ pathname }) => TELLS_ITSELF.test(pathname) })
  const told = useTelling()

  const claim = useEffectEvent(async (account: string, team: string, now: TeamPoints) => {
    const [next, news] = await claimNews(account, (noted: Told | undefined) => newsOf(team, now, noted), told ?? undefined)
    if (news !== null) signalArrived()
    const before = telling.get()
    const shown = before?.teamId === team ? before : null
    telling.set({
      ...next,
      moment: updated(shown?.moment ?? null, news, now),
      words: updated(shown?.words ?? null, news, now),
    })
  })
  useEffect(() => {
    if (data === undefined || userId === undefined || teamId === undefined || tellsItself) return
    return whenFree(() => void claim(userId, teamId, data))
  }, [data, userId, teamId, tellsItself])
  useEffect(() => {
    if (teamId === undefined) return
    // Before the first points arrive. Without a network it is asked for again with them.
    whenIdle(() => void loadMoment().catch(() => undefined))
    return () => telling.set(null)
  }, [teamId])

  usePassing(told?.moment ?? null, () => telling.set(told && { ...told, moment: null }), MOMENT_MS)
  usePassing(told?.words ?? null, () => telling.set(told && { ...told, moment: null, words: null }), WORDS_MS)
}

/** The team's standing as it is told on the card: a new one counts from the moment that its news are told. */
export function useArrival(team: OwnTeam): { readonly points: number; readonly rank: number; readonly arrival: Arrival | null } {
  const { team_id: teamId } = team
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  const told = useTelling()
  const { points, rank } = data ?? team
  // Stands until the device knows what it has told: newer points would jump ahead of their own news.
  const [opening] = useState({ teamId, points, rank })
  const shown = told?.teamId === teamId ? told : null
  const standing = shown ?? (opening.teamId === teamId ? opening : team)
  return { points: standing.points, rank: standing.rank, arrival: shown?.words ?? null }
}

const Moment = lazy(async (): Promise<{ default: typeof ArrivalMoment }> => {
  try {
    return { default: (await loadMoment()).ArrivalMoment }
  } catch {
    // The row on the card tells it anyway.
    return { default: () => null }
  }
})

/** What arrives, for a moment over whatever stands there. */
export function LazyMoment({ team }: { team: OwnTeam }) {
  const told = useTelling()
  const moment = told?.teamId === team.team_id ? told.moment : null
  return <Suspense>{moment !== null && told !== null && <Moment team={team} arrival={moment} points={told.points} />}</Suspense>
}
