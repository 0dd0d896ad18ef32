import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queries } from '../api/calls'
import { roleOf } from '../session/return-path'

/** Screens that tell staff they lost their booth. A guard would redirect away from them without an explanation. */
const TELLS_OF_LOST_BOOTH = /^\/(vendor|vendor\/dodjele|qr\/[^/]+)\/?$/

/** Reruns the route guards when the signed-in account or its role changes. */
export function useGuardRevalidation(): void {
  const router = useRouter()
  const { data: user } = useQuery(queries.currentUser())
  const who = user == null ? null : `${roleOf(user)} ${user.id}`
  const before = useRef(who)
  useEffect(() => {
    if (user === undefined || before.current === who) return
    const lostBooth = user !== null && roleOf(user) === 'player' && before.current === `vendor ${user.id}`
    before.current = who
    if (!lostBooth || !TELLS_OF_LOST_BOOTH.test(router.state.location.pathname)) void router.invalidate()
  }, [user, who, router])
}
