import { useMutation } from '@tanstack/react-query'
import type { Award } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { mutations } from '../../api/calls'
import { ApiError } from '../../api/errors'
import { pageOutbox } from '../../offline/page-outbox'
import { toast } from '../../ui/toast'

export interface Undo {
  /** Known before the lists are read anew. */
  readonly done: boolean
  readonly busy: boolean
  /** Why it was not done; where no answer came, it may be tried again. */
  readonly problem: string | null
  /** The server said no, for good. */
  readonly refused: boolean
  run(onUndone?: () => void): void
}

/** Takes an award back (rule 12), and knows how that went. Null: there is nothing to take back yet. */
export function useUndo(award: Award | null): Undo {
  const { mutate, data, error, variables, isPending } = useMutation(mutations.voidAward)
  // The last attempt may have been about an award before this one.
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
            // Other tabs still call it recorded (fault 51).
            pageOutbox.learn(voided)
            toast.success(awardTexts.undoneToast)
            onUndone?.()
          },
        },
      )
    },
  }
}
