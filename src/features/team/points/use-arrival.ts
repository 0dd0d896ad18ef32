import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { User } from '#contract/entities'
import { useRefreshInterval } from '../../../api/live-state'
import { teamPointsQuery } from '../../../api/merging-queries'
import { claimNews } from '../../../offline/last-seen'
import { signalArrived } from '../../../ui/signal'
import { whenVisible } from '../../../ui/when-visible'
import { type Arrival, newsOf, type TeamPoints, type Told, updated } from './arrival'

const SHOWN_MS = 4_000

interface Shown {
  readonly points: number
  readonly rank: number
  readonly arrival: Arrival | null
}

/** Ends what is told after some time (ms), or by a tap or Escape. */
export function usePassing(told: object | string | null, onEnd: () => void, shownMs: number): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (told === null) return
    const timer = setTimeout(() => end(), shownMs)
    const onTap = () => end()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    window.addEventListener('pointerdown', onTap)
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerdown', onTap)
      window.removeEventListener('keydown', onKey)
    }
  }, [told, shownMs])
}

/** The team's standing as it is told on the card: a new one counts from the moment that its news are told. */
export function useArrival(userId: string, team: NonNullable<User['team']>): Shown {
  const { team_id: teamId } = team
  const { data } = useQuery({ ...teamPointsQuery(), refetchInterval: useRefreshInterval() })
  const [told, setTold] = useState<(Shown & Told) | undefined>(undefined)
  const { points, rank } = data ?? team
  // Stands until the device knows what it has told: newer points would jump ahead of their own news.
  const [opening] = useState({ teamId, points, rank })
  const shown = told?.teamId === teamId ? told : undefined
  const arrival = shown?.arrival ?? null

  const claim = useEffectEvent(async (now: TeamPoints) => {
    const [next, news] = await claimNews(userId, (noted: Told | undefined) => newsOf(teamId, now, noted), told)
    if (news !== null) signalArrived()
    setTold((before) => ({ ...next, arrival: updated(before?.teamId === teamId ? before.arrival : null, news, now) }))
  })
  useEffect(() => {
    if (data === undefined) return
    // Nobody is told anything on a page in the background.
    return whenVisible(() => void claim(data))
  }, [data])

  usePassing(arrival, () => setTold((now) => now && { ...now, arrival: null }), SHOWN_MS)

  const standing = shown ?? (opening.teamId === teamId ? opening : team)
  return { points: standing.points, rank: standing.rank, arrival }
}
