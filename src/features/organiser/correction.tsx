import { type ReactNode, useState } from 'react'
import type { Change, Input } from '#contract/call'
import { organiserTexts } from '#texts/organiser'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { useCorrection } from './organiser-calls'

interface CorrectionTexts {
  /** Of the button that opens the dialog. */
  readonly label: string
  /** Of the one that confirms; by default the label. */
  readonly confirm?: string
  /** The dialog's title; by default the label. */
  readonly title?: string
  readonly text: string
  /** Stands in the field from the start, so that a correction takes two taps; none where no reason is kept. */
  readonly reason?: string
  /** What the toast says once it is done. */
  readonly done: string
}

interface CorrectionProps<C extends Change> {
  change: C
  says: CorrectionTexts
  /** What the change is called with. */
  input: (reason: string) => Input<C>
  tone?: 'danger' | 'primary'
  ready?: boolean
  /** Of a fault. */
  faultText?: (error: Error) => string
  onDone?: () => void
  children?: ReactNode
}

/** A correction, asked for in a dialog with its reason. A refused one keeps the dialog with what was typed, and says why in it. */
export function Correction<C extends Change>({
  change,
  says: { label, confirm = label, title = label, text, reason: usual, done },
  input,
  tone = 'primary',
  ready = true,
  faultText = errorText,
  onDone,
  children,
}: CorrectionProps<C>) {
  const [reason, setReason] = useState(usual ?? '')
  const { mutate, isPending, error, reset } = useCorrection(change, { done, quiet: true })
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{label}</Button>}
      title={title}
      text={text}
      confirm={confirm}
      tone={tone}
      fault={error === null ? undefined : faultText(error)}
      busy={isPending}
      ready={ready && (usual === undefined || reason.trim() !== '')}
      onOpen={reset}
      onConfirm={(close) =>
        mutate(input(reason), {
          onSuccess: () => {
            onDone?.()
            close()
          },
        })
      }
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
