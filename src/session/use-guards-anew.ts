import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queries } from '../api/calls'
import { roleOf } from './places'

/** Where staff who lost their booth are told so, and lead themselves on; a guard would send them away without a word. */
const TELLS_OF_LOST_BOOTH = /^\/(vendor|qr\/[^/]+)\/?$/

/** Asks the guards again once somebody else, nobody, or the same person in another role is signed in. */
export function useGuardsAnew(): void {
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
