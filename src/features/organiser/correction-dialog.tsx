import { type ReactNode, useState } from 'react'
import { organiserTexts } from '#texts/organiser'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/text-field'

interface CorrectionDialogProps {
  /** The label of the button that opens the dialog, and of the one that confirms. */
  label: string
  title?: string
  text: string
  /** Stands in the field from the start, so that a correction takes two taps; null where no reason is kept. */
  reason: string | null
  tone?: 'danger' | 'primary'
  busy: boolean
  ready?: boolean
  /** Resolves or rejects once the correction is made; either closes the dialog. */
  onConfirm: (reason: string) => Promise<unknown>
  children?: ReactNode
}

/** A correction with its reason. */
export function CorrectionDialog({
  label,
  title = label,
  text,
  reason: usual,
  ready = true,
  onConfirm,
  children,
  ...dialog
}: CorrectionDialogProps) {
  const [reason, setReason] = useState(usual ?? '')
  return (
    <ConfirmDialog
      {...dialog}
      trigger={<Button variant="secondary">{label}</Button>}
      title={title}
      text={text}
      confirm={label}
      ready={ready && (usual === null || reason.trim() !== '')}
      onConfirm={(close) => void onConfirm(reason).then(close, close)}
    >
      {children}
      {usual !== null && (
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
