import { Nfc, SmartphoneNfc } from 'lucide-react'
import { scannerTexts } from '#texts/scanner'
import type { NfcState } from '../../scanner/nfc-reader'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'

const texts = scannerTexts.nfc

interface Words {
  readonly text: string
  readonly hint?: string
  /** The label of the button that starts NFC or retries. */
  readonly action?: string
}

const WORDS: Readonly<Record<NfcState['is'], Words | null>> = {
  checking: null,
  unsupported: { text: texts.unsupported },
  unasked: { text: texts.unasked, action: texts.ask },
  starting: { text: texts.starting },
  refused: { text: texts.refused, hint: texts.howToAllow, action: texts.retry },
  'switched-off': { text: texts.switchedOff, action: texts.retry },
  failed: { text: texts.failed, action: texts.retry },
  ready: { text: texts.ready },
}

/** The state of NFC and what to do about it. */
export function NfcPanel({ nfc, onStart }: { nfc: NfcState; onStart: () => void }) {
  const words = WORDS[nfc.is]
  const ready = nfc.is === 'ready'
  const Icon = ready ? SmartphoneNfc : Nfc
  if (words === null) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className={classes('mt-0.5 size-6 shrink-0', ready ? 'text-accent' : 'text-soft')} />
        <div role="status" className={classes('min-w-0', ready ? 'font-semibold' : 'text-soft')}>
          <p>{words.text}</p>
          {words.hint !== undefined && <p className="mt-1 text-sm">{words.hint}</p>}
        </div>
      </div>
      {words.action !== undefined && (
        <Button variant={nfc.is === 'unasked' ? 'primary' : 'secondary'} onClick={onStart}>
          {words.action}
        </Button>
      )}
    </section>
  )
}
