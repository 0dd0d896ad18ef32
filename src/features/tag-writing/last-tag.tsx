import { CircleCheck, Lock } from 'lucide-react'
import { groupTagId } from '#rules/tag-id'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface LastTagProps {
  nfcId: string
  locked: boolean
  /** The state of the report to the server that the tag is written. */
  saved: 'sending' | 'saved' | 'kept' | 'refused'
  /** Undefined while another operation on a tag is in progress. */
  onLock?: (() => void) | undefined
}

const SAVED = { sending: texts.saving, saved: texts.saved, kept: texts.notSaved, refused: null } as const

/** The last tag written: its state, and a button to lock it. */
export function LastTag({ nfcId, locked, saved, onLock }: LastTagProps) {
  return (
    <section aria-label={texts.written} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-bold">{texts.written}</p>
          <p className="font-mono text-sm">{groupTagId(nfcId)}</p>
          {SAVED[saved] !== null && <p className={saved === 'kept' ? 'text-warn' : 'text-soft'}>{SAVED[saved]}</p>}
          {locked && (
            <p className="flex items-center gap-2 text-soft">
              <Lock aria-hidden className="size-4 shrink-0" />
              {texts.locked}
            </p>
          )}
        </div>
      </div>
      {!locked && (
        <ConfirmDialog
          trigger={
            <Button variant="secondary" disabled={onLock === undefined}>
              <Lock aria-hidden className="size-5" />
              {texts.lock}
            </Button>
          }
          title={texts.lockTitle}
          text={texts.lockText}
          confirm={texts.lockConfirm}
          busy={false}
          onConfirm={(close) => {
            close()
            onLock?.()
          }}
        />
      )}
    </section>
  )
}
