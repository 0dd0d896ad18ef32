import type { Input } from '#contract/call'
import { removeEntry } from '#contract/calls/setup'
import { setupTexts } from '#texts/setup'
import { hasCode } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Correction } from '../organiser/correction'

type Removed = Input<typeof removeEntry>

interface RemoveEntryProps extends Removed {
  readonly says: { readonly label: string; readonly title: string; readonly text: string; readonly done: string }
  readonly onDone?: () => void
}

/** Takes something out of the event. What still needs it is said in the dialog, with what to do instead. */
export function RemoveEntry({ says, onDone, ...removed }: RemoveEntryProps) {
  return (
    <Correction
      change={removeEntry}
      tone="danger"
      says={says}
      input={() => removed}
      faultText={(error) => (hasCode(error, 'IN_USE') ? setupTexts.cannotRemove(error.message) : errorText(error))}
      {...(onDone && { onDone })}
    />
  )
}
