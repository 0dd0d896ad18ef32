import type { ComponentProps } from 'react'
import type { Input } from '#contract/call'
import { applyEvent, removeEntry } from '#contract/calls/setup'
import { setupTexts } from '#texts/setup'
import { hasCode } from '../../api/errors'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Correction, type CorrectionTexts, useCorrection } from '../organiser/correction'

interface SaveButtonProps extends ComponentProps<typeof Button> {
  readonly input: () => Input<typeof applyEvent>
  /** The toast once the change is saved. */
  readonly done: string
}

/** Saves a single change without a confirmation: use it if nobody loses anything by the change. */
export function SaveButton({ input, done, ...button }: SaveButtonProps) {
  const { mutate, isPending, error } = useCorrection(applyEvent, { done, quiet: true })
  return (
    <>
      <Button {...button} busy={isPending} onClick={() => mutate(input())} />
      <p role="alert" className="w-full text-danger empty:hidden">
        {error && inlineErrorText(error)}
      </p>
    </>
  )
}

interface RemoveEntryProps extends Input<typeof removeEntry> {
  readonly texts: CorrectionTexts
  readonly onDone?: () => void
}

/**
 * Removes an entry from the event. If the entry is still in use, the dialog says by what, and names
 * an alternative.
 */
export function RemoveEntry({ texts, onDone, ...removed }: RemoveEntryProps) {
  return (
    <Correction
      change={removeEntry}
      tone="danger"
      texts={texts}
      input={() => removed}
      errorText={(error) =>
        hasCode(error, 'IN_USE') ? setupTexts.cannotRemove(error.message) : inlineErrorText(error)
      }
      onDone={onDone}
    />
  )
}
