import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mutations } from '../../api/calls'
import { type AwardOutcome, type NewAward, submitAward } from './submit-award'

/** A button stays locked this long after a tap (ms), so that a nervous thumb gives points once. */
const LOCK_MS = 2_000

export interface Attempt {
  readonly award: NewAward
  readonly state: { readonly is: 'sending' } | AwardOutcome
}

type AttemptsByType = Readonly<Record<string, Attempt>>

/** The awards made on this screen, the latest of each point type. */
export function useAwards(maker: { teamId: string; userId: string; vendorId: string }) {
  const [attempts, setAttempts] = useState<AttemptsByType>({})
  const [locks, setLocks] = useState<ReadonlySet<string>>(new Set())
  const submit = useMutation({ ...mutations.awardPoints, mutationFn: submitAward })

  function settle(award: NewAward, state: Attempt['state']) {
    setAttempts((before) => ({ ...before, [award.pointType]: { award, state } }))
  }
  function send(award: NewAward) {
    settle(award, { is: 'sending' })
    void submit.mutateAsync(award).then(
      (outcome) => settle(award, outcome),
      () => settle(award, { is: 'unconfirmed' }),
    )
  }
  function lock(pointType: string) {
    setLocks((before) => new Set([...before, pointType]))
    setTimeout(() => setLocks((before) => new Set([...before].filter((locked) => locked !== pointType))), LOCK_MS)
  }

  return {
    latest: (pointType: string): Attempt | undefined => attempts[pointType],
    /** Until the last tap is settled, and at least for a moment: an unconfirmed one is sent again, not made again. */
    isLocked(pointType: string): boolean {
      const state = attempts[pointType]?.state.is
      return locks.has(pointType) || state === 'sending' || state === 'unconfirmed'
    },
    give(pointType: string): void {
      lock(pointType)
      send({ awardId: crypto.randomUUID(), pointType, madeAt: performance.now(), ...maker })
    },
    sendAgain: (attempt: Attempt): void => send(attempt.award),
  }
}
