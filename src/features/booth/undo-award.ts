import { useMutation } from '@tanstack/react-query'
import { voidAward } from '#contract/calls/booth'
import type { Award } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { mutation } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { pageOutbox } from '../../offline/outbox/page-outbox'

export interface Undo {
  /** True as soon as the void is confirmed, before the lists are refetched. */
  readonly done: boolean
  readonly busy: boolean
  /** Why the void failed; null if it didn't. Without a response from the server it may be retried. */
  readonly problem: string | null
  /** The server refused the void for good. */
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
