import { Nfc, SmartphoneNfc } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { scannerTexts } from '#texts/scanner'
import { ownOrigins } from '../../api/queries'
import type { CameraState } from '../../scanner/camera-reader'
import type { Code } from '../../scanner/codes'
import { createConfirmation, createPassOver } from '../../scanner/looks'
import { targetOfRecords } from '../../scanner/ndef-records'
import type { NfcReading, NfcState } from '../../scanner/nfc-reader'
import { type FoundTarget, parseAddress, type ScanTarget, targetsOf } from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useWakeLock } from '../../ui/device-screen'
import { CloseButton, Modal, ModalTitle } from '../../ui/dialog'
import { CameraView } from './camera-view'
import { NoticeBar } from './notice-bar'
import { OtherWays } from './other-ways'
import { useCamera, useNfc } from './use-readers'
import { useTarget } from './use-target'

/** Identifies a tag across readings: by its serial number, or by its content if it has none. */
function tagKey(reading: Extract<NfcReading, { is: 'records' }>): string {
  const contents = reading.records.map(({ recordType, data }) => {
    return `${recordType} ${data == null ? '' : new TextDecoder().decode(data)}`
  })
  return [reading.serialNumber, ...contents].join('\n')
}

/** The same for the same codes, wherever in the picture they are. */
const keyOf = (codes: readonly Code[]) =>
  codes
    .map(({ text }) => text)
    .toSorted()
    .join('\n')

interface ScannerProps {
  /** Called after the scanner has opened another screen. */
  onDone?: () => void
  /** Takes every reading's valid targets; the scanner stays and opens no screen. A stable function. */
  onEach?: (found: readonly FoundTarget[]) => void
  /** How long after it was last seen a reading is still the same one (ms). */
  sameWithinMs?: number
  /** Replaces the other ways: a picture, and the typed code. */
  children?: ReactNode
}

const nothing = () => {}
const asTargets = (target: ScanTarget) => (target.is === 'refused' ? target : [target])

/** The team or tag whose screen is open. */
function openTarget(): FoundTarget | null {
  const target = parseAddress(window.location.href, ownOrigins())
  return target.is === 'refused' ? null : target
}

/** Reads tags and QR codes through every input that the device and its permissions allow. */
export function Scanner({ onDone = nothing, onEach, sameWithinMs, children }: ScannerProps) {
  useWakeLock(true)
  const [typing, setTyping] = useState(false)
  const { notice, take, complain, endPassOver, over } = useTarget({ onDone, onEach, sameWithinMs })

  const onTag = useCallback(
    (reading: NfcReading) => {
      if (reading.is === 'reading-error') complain('reading-error')
      else take(asTargets(targetOfRecords(reading.records, ownOrigins())), 'tag', tagKey(reading))
    },
    [complain, take],
  )
  const onCodes = useCallback((codes: readonly Code[]) => take(targetsOf(codes, ownOrigins()), 'code', keyOf(codes)), [take])
  const [passOver] = useState(() => createPassOver(openTarget(), () => performance.now()))
  const [isConfirmed] = useState(createConfirmation)
  const onLook = useCallback(
    (codes: readonly Code[]) => {
      const targets = codes.length === 0 ? [] : targetsOf(codes, ownOrigins())
      const { rest, passedOver, isOver } = passOver('is' in targets ? [] : targets)
      if (isOver) endPassOver()
      if ('is' in targets) take(targets, 'code', keyOf(codes))
      else if (rest.length > 0 && (onEach === undefined || isConfirmed(rest))) take(rest, 'code', keyOf(codes))
      else if (passedOver) complain('passed-over')
    },
    [passOver, isConfirmed, endPassOver, take, complain, onEach],
  )
  const onTarget = useCallback((target: ScanTarget, from: 'code', key: string) => take(asTargets(target), from, key), [take])
  const { nfc, startNfc } = useNfc(onTag, over)
  const { camera, video, startCamera, changeCamera, setTorch } = useCamera(nfc.is === 'unsupported', onLook, over)

  const nfcAlone = nfc.is === 'ready' && camera.is === 'unasked'
  return (
    <div className="flex min-h-0 flex-1 flex-col landscape:flex-row">
      <CameraView {...{ video, camera, nfcAlone }} onStart={startCamera} onTorch={setTorch} onOther={changeCamera} />
      <div className="flex max-h-[60dvh] shrink-0 flex-col gap-3 overflow-y-auto px-4 pt-3 pb-4 landscape:max-h-none landscape:w-1/2 landscape:max-w-md">
        <NoticeBar notice={notice} />
        {/* The phone's keyboard needs the room while a code is typed; tags are still read. */}
        {!typing && !nfcAlone && <NfcPanel {...{ nfc, camera }} onStart={startNfc} />}
        {children ?? (
          <OtherWays typing={typing} onTyping={setTyping} onCodes={onCodes} onTarget={onTarget} onTrouble={complain} />
        )}
      </div>
    </div>
  )
}

/** A full-screen dialog around a scanner. */
export function ScannerFrame({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      onClose={onClose}
      className="fixed inset-0 flex flex-col bg-sky pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-2">
        <ModalTitle className="min-w-0 text-xl leading-tight font-bold">{title}</ModalTitle>
        <CloseButton onClose={onClose} className="bg-raised text-ink" />
      </header>
      {children}
    </Modal>
  )
}

interface ScannerDialogProps {
  onClose: () => void
  /** Called after the scanner has opened another screen. */
  onDone: () => void
}

/** The full-screen scanner. Camera and NFC are active only while it is mounted. */
export function ScannerDialog({ onClose, onDone }: ScannerDialogProps) {
  return (
    <ScannerFrame title={scannerTexts.title} onClose={onClose}>
      <Scanner onDone={onDone} />
    </ScannerFrame>
  )
}

const texts = scannerTexts.nfc

interface Words {
  readonly text: string
  readonly hint?: string
  /** The label of the button that starts NFC or retries. */
  readonly action?: string
}

const WORDS: Readonly<Record<Exclude<NfcState['is'], 'unsupported'>, Words | null>> = {
  checking: null,
  unasked: { text: texts.unasked, action: texts.ask },
  starting: { text: texts.starting },
  refused: { text: texts.refused, hint: texts.howToAllow, action: texts.retry },
  'switched-off': { text: texts.switchedOff, action: texts.retry },
  failed: { text: texts.failed, action: texts.retry },
  ready: { text: texts.ready },
}

/** An iPhone opens tags by itself, though no page can read them. Elsewhere nothing is missed unless the camera fails too. */
function wordsWithoutNfc(camera: CameraState): Words | null {
  if (/iPhone/.test(navigator.userAgent)) return { text: texts.onIphone }
  return camera.is === 'ready' || camera.is === 'starting' || camera.is === 'unasked' ? null : { text: texts.unsupported }
}

function NfcPanel({ nfc, camera, onStart }: { nfc: NfcState; camera: CameraState; onStart: () => void }) {
  const words = nfc.is === 'unsupported' ? wordsWithoutNfc(camera) : WORDS[nfc.is]
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
