import { freeze, reveal } from '#contract/calls/organiser'
import { organiserTexts } from '#texts/organiser'
import { CorrectionDialog } from './correction-dialog'
import { useCorrection } from './organiser-calls'

/** Freezes what others see, or reveals the ranking as it is. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  const freezing = useCorrection(freeze)
  const revealing = useCorrection(reveal)
  const [change, label, text] =
    frozenAt === null
      ? [freezing, organiserTexts.freeze, organiserTexts.freezeText]
      : [revealing, organiserTexts.reveal, organiserTexts.revealText]
  return (
    <CorrectionDialog
      key={label}
      label={label}
      text={text}
      reason={null}
      tone="primary"
      busy={change.isPending}
      onConfirm={() => change.mutateAsync({})}
    />
  )
}
