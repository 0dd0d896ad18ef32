import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queries } from '../api/calls'
import { roleOf } from './places'

/** Asks the guards again once somebody else, nobody, or the same person in another role is signed in. */
export function useGuardsAnew(): void {
  const router = useRouter()
  const { data: user } = useQuery(queries.currentUser())
  const who = user == null ? null : `${roleOf(user)} ${user.id}`
  const before = useRef(who)
  useEffect(() => {
    if (user === undefined || before.current === who) return
    before.current = who
    void router.invalidate()
  }, [user, who, router])
}
