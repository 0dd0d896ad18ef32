import { type ReactNode, useState } from 'react'
import type { Change, Input } from '#contract/call'
import { organiserTexts } from '#texts/organiser'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/text-field'
import { useCorrection } from './organiser-calls'

interface CorrectionTexts {
  /** Of the button that opens the dialog, and of the one that confirms. */
  readonly label: string
  /** The dialog's title; by default the label. */
  readonly title?: string
  readonly text: string
  /** Stands in the field from the start, so that a correction takes two taps; none where no reason is kept. */
  readonly reason?: string
}

interface CorrectionProps<C extends Change> {
  change: C
  says: CorrectionTexts
  /** What the change is called with. */
  input: (reason: string) => Input<C>
  tone?: 'danger' | 'primary'
  ready?: boolean
  onDone?: () => void
  children?: ReactNode
}

/** A correction, asked for in a dialog with its reason. Either outcome closes the dialog. */
export function Correction<C extends Change>({
  change,
  says: { label, title = label, text, reason: usual },
  input,
  tone = 'primary',
  ready = true,
  onDone,
  children,
}: CorrectionProps<C>) {
  const [reason, setReason] = useState(usual ?? '')
  const { mutate, isPending } = useCorrection(change)
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{label}</Button>}
      title={title}
      text={text}
      confirm={label}
      tone={tone}
      busy={isPending}
      ready={ready && (usual === undefined || reason.trim() !== '')}
      onConfirm={(close) => mutate(input(reason), { onSuccess: () => onDone?.(), onSettled: close })}
    >
      {children}
      {usual !== undefined && (
        <TextField
          label={organiserTexts.reason}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
