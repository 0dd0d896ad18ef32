import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { voidAward } from '#contract/calls/booth'
import type { Award } from '#contract/entities'
import { mayStillVoid } from '#rules/award-time'
import { awardTexts } from '#texts/booth'
import { ApiError } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { boothAwardsQuery } from '../../api/merging-queries'
import { mutation } from '../../api/queries'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'

export interface Undo {
  /** True as soon as the void is confirmed, before the lists are refetched. */
  readonly done: boolean
  readonly busy: boolean
  /** Why the void failed; null if it didn't. Without a response from the server it may be retried. */
  readonly problem: string | null
  readonly refused: boolean
  run(onUndone?: () => void): void
}

/** Voids an award (rule 12) and reports the outcome. Pass null while there is no award to void. */
export function useUndo(award: Award | null): Undo {
  const { mutate, data, error, variables, isPending } = useMutation(mutation(voidAward))
  // The last attempt may belong to a previous award.
  const ofThis = award !== null && variables?.award_id === award.award_id
  const failure = ofThis ? error : null
  const refused = failure instanceof ApiError
  return {
    done: award?.voided === true || (ofThis && data?.award.voided === true),
    busy: ofThis && isPending,
    problem: failure === null ? null : refused ? failure.message : awardTexts.undoUnconfirmed,
    refused,
    run(onUndone) {
      if (award === null) return
      mutate(
        { award_id: award.award_id },
        {
          onSuccess: ({ award: voided }) => {
            // Other tabs still show it as recorded (fault 51).
            pageOutbox.learn(voided)
            onUndone?.()
          },
        },
      )
    },
  }
}

/** Polling interval in ms: the longest time an award stays shown as recorded after another device has voided it (fault 51). */
const ASK_MS = 8_000

/** Polls for voids by other devices while a recorded award can still be voided. `now` is the server's time in ms. */
export function useVoidsElsewhere(now: number): void {
  const { recorded } = useOutbox()
  const enabled = [...recorded.values()].some((award) => !award.voided && mayStillVoid(Date.parse(award.received_at), now))
  const { data } = useQuery({ ...boothAwardsQuery(), enabled, refetchInterval: useRefreshInterval(ASK_MS) })
  useEffect(() => {
    for (const award of data?.awards ?? []) {
      if (award.voided && recorded.get(award.award_id)?.voided === false) pageOutbox.learn(award)
    }
  }, [data, recorded])
}
