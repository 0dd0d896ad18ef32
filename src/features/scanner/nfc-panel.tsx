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

function wordsOf(state: NfcState): Words | null {
  switch (state.is) {
    case 'checking':
      return null
    case 'unsupported':
      return { text: texts.unsupported }
    case 'unasked':
      return { text: texts.unasked, action: texts.ask }
    case 'starting':
      return { text: texts.starting }
    case 'refused':
      return { text: texts.refused, hint: texts.howToAllow, action: texts.retry }
    case 'switched-off':
      return { text: texts.switchedOff, action: texts.retry }
    case 'failed':
      return { text: texts.failed, action: texts.retry }
    case 'ready':
      return { text: texts.ready }
  }
}

/** The state of NFC and what to do about it. */
export function NfcPanel({ nfc, onStart }: { nfc: NfcState; onStart: () => void }) {
  const words = wordsOf(nfc)
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
