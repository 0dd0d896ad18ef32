import { CircleCheck, Nfc, SmartphoneNfc, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannerTexts } from '#texts/scanner'
import { ownOrigins } from '../../api/queries'
import {
  type CameraReader,
  type CameraState,
  cameraIsAllowed,
  openCameraReader,
  SERIES_FRAME_MS,
} from '../../scanner/camera-reader'
import type { DetectedCode } from '../../scanner/codes'
import { createConfirmation, createPreviousTargetFilter } from '../../scanner/frames'
import {
  type NfcReader,
  type NfcReading,
  type NfcState,
  openNfcReader,
  targetOfRecords,
} from '../../scanner/nfc-reader'
import {
  type FoundTarget,
  parseAddress,
  type ScanTarget,
  targetsOf,
} from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useWakeLock } from '../../ui/device-screen'
import { CloseButton, Modal, ModalTitle } from '../../ui/dialog'
import { CameraView, OtherWays } from './camera-view'
import { type ScanNotice, useTarget } from './use-target'

interface CameraOptions {
  /**
   * True to start even if that shows a permission prompt: because there is no other way to scan, or
   * because a series uses every way.
   */
  readonly isAlone: boolean
  /** True for a series, which runs for hours. */
  readonly isSeries: boolean
  /** True once a target was found: the reader closes. */
  readonly isOver: boolean
}

/**
 * Reads QR codes while the calling component is mounted and not `isOver`. Starts immediately if the
 * camera is already permitted. `onFrame` returns whether to read the next frame at once. The camera
 * stays open whatever the component shows, because opening it takes a second.
 */
function useCamera(
  { isAlone, isSeries, isOver }: CameraOptions,
  onFrame: (codes: readonly DetectedCode[]) => boolean,
) {
  const [state, setState] = useState<CameraState>({ kind: 'prompt' })
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef<CameraReader | null>(null)
  const read = useEffectEvent(onFrame)

  useEffect(() => {
    if (video.current === null) return
    const opened = openCameraReader(
      video.current,
      setState,
      (codes) => read(codes),
      isSeries ? SERIES_FRAME_MS : undefined,
    )
    reader.current = opened
    let isClosed = false
    void cameraIsAllowed().then((allowed) => {
      if (allowed && !isClosed) opened.start()
    })
    return () => {
      isClosed = true
      opened.close()
    }
  }, [isSeries])

  useEffect(() => {
    if (isAlone) reader.current?.start()
  }, [isAlone])
  useEffect(() => {
    if (isOver) reader.current?.close()
  }, [isOver])

  return {
    camera: state,
    video,
    startCamera: () => reader.current?.start(),
    changeCamera: () => reader.current?.changeCamera(),
    setTorch: (on: boolean) => reader.current?.setTorch(on),
  }
}

/**
 * After a tag was read, NFC stays active this long (ms), so that Android doesn't open the tag
 * before the hand has moved away.
 */
const LINGER_MS = 3_000

/** Reads tags while the calling component is mounted and not `isOver`. */
function useNfc(onRead: (reading: NfcReading) => void, isOver: boolean, eager: boolean) {
  const [state, setState] = useState<NfcState>({ kind: 'checking' })
  const reader = useRef<NfcReader | null>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const opened = openNfcReader(setState, (reading) => read(reading), eager)
    reader.current = opened
    return () => opened.close()
  }, [eager])
  useEffect(() => {
    if (isOver) reader.current?.close(LINGER_MS)
  }, [isOver])
  return { nfc: state, startNfc: () => reader.current?.start() }
}

const { refused, picture, camera } = scannerTexts
const REFUSED = {
  empty: { tag: [refused.emptyTag], code: [refused.emptyCode] },
  foreign: {
    tag: [refused.foreignTag, refused.foreignHint],
    code: [refused.foreignCode, refused.foreignHint],
  },
  page: { tag: [refused.page, refused.foreignHint], code: [refused.page, refused.foreignHint] },
  unreadable: { tag: [refused.unreadable], code: [refused.unreadable] },
} as const
const NOTICE_TEXTS = {
  found: [scannerTexts.found],
  'reading-error': [refused.readingError],
  'nothing-found': [picture.nothingFound],
  'no-picture': [picture.noPicture],
  'no-decoder': [camera.noDecoder],
  'no-reader': [camera.noReader],
  'no-pixels': [camera.noPixels],
  'just-scanned': [scannerTexts.justScanned],
} as const

function textsOf(notice: ScanNotice): readonly string[] {
  if (notice.kind !== 'refused') return NOTICE_TEXTS[notice.kind]
  const [what, ...more] = REFUSED[notice.reason][notice.from]
  return notice.host === undefined ? [what, ...more] : [what, refused.leadsTo(notice.host), ...more]
}

/**
 * The result of the last reading. The live region stays mounted and each notice in it is a new
 * element, so that screen readers announce every one.
 */
function NoticeBar({ notice }: { notice: ScanNotice | null }) {
  const found = notice?.kind === 'found'
  const Icon = found ? CircleCheck : TriangleAlert
  return (
    <div role="status" className="empty:hidden">
      {notice !== null && (
        <div
          key={notice.number}
          className={classes(
            'flex animate-arrive items-start gap-3 rounded-control border px-4 py-3 font-medium',
            found ? 'border-accent/60 bg-raised text-accent' : 'border-warn/60 bg-raised text-warn',
          )}
        >
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
          <div>
            {textsOf(notice).map((text, line) => (
              <p key={text} className={classes(line > 0 && 'text-soft')}>
                {text}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Identifies a tag across readings, by its serial number and its content. */
function tagKey(reading: Extract<NfcReading, { kind: 'records' }>): string {
  const contents = reading.records.map(({ recordType, data }) => {
    return `${recordType} ${data == null ? '' : new TextDecoder().decode(data)}`
  })
  return [reading.serialNumber, ...contents].join('\n')
}

/** A key that is equal for the same codes, wherever they are in the picture. */
const keyOf = (codes: readonly DetectedCode[]) =>
  codes
    .map(({ text }) => text)
    .toSorted()
    .join('\n')

interface ScannerProps {
  /** Called after the scanner has opened another screen. */
  onDone?: () => void
  /**
   * Receives the valid targets of every frame and reading, repeated ones too. The scanner stays on
   * and opens no screen.
   */
  onEach?: (found: readonly FoundTarget[]) => void
}

const nothing = () => {}
const asTargets = (target: ScanTarget) => (target.kind === 'refused' ? target : [target])

/** The team or tag whose screen is open. */
function targetOnScreen(): FoundTarget | null {
  const target = parseAddress(window.location.href, ownOrigins())
  return target.kind === 'refused' ? null : target
}

/** Reads tags and QR codes through every input that the device and its permissions allow. */
export function Scanner({ onDone = nothing, onEach }: ScannerProps) {
  const isSeries = onEach !== undefined
  useWakeLock(true)
  const [typing, setTyping] = useState(false)
  const { notice, handle, showProblem, endJustScanned, isOver } = useTarget({ onDone, onEach })

  function onTag(reading: NfcReading): void {
    if (reading.kind === 'reading-error') showProblem('reading-error')
    else handle(asTargets(targetOfRecords(reading.records, ownOrigins())), 'tag', tagKey(reading))
  }
  const [withoutPrevious] = useState(() =>
    createPreviousTargetFilter(targetOnScreen(), () => performance.now()),
  )
  const [isConfirmed] = useState(createConfirmation)
  function onFrame(codes: readonly DetectedCode[]): boolean {
    const targets = codes.length === 0 ? [] : targetsOf(codes, ownOrigins())
    const { rest, hasIgnored, hasEnded } = withoutPrevious('kind' in targets ? [] : targets)
    if (hasEnded) endJustScanned()
    if (isSeries && rest.length > 0 && !isConfirmed(rest)) return true
    if ('kind' in targets) handle(targets, 'code', keyOf(codes))
    else if (rest.length > 0) handle(rest, 'code', keyOf(codes))
    else if (hasIgnored) showProblem('just-scanned')
    return false
  }
  const { nfc, startNfc } = useNfc(onTag, isOver, isSeries)
  const { camera, video, startCamera, changeCamera, setTorch } = useCamera(
    { isAlone: isSeries || nfc.kind === 'unsupported', isSeries, isOver },
    onFrame,
  )

  const nfcAlone = !isSeries && nfc.kind === 'ready' && camera.kind === 'prompt'
  return (
    <div className="flex min-h-0 flex-1 flex-col landscape:flex-row">
      <CameraView
        video={video}
        camera={camera}
        nfcAlone={nfcAlone}
        isSeries={isSeries}
        onStart={startCamera}
        onTorch={setTorch}
        onSwitchCamera={changeCamera}
      />
      <div className="flex max-h-[60dvh] shrink-0 flex-col gap-3 overflow-y-auto px-4 pt-3 pb-4 landscape:max-h-none landscape:w-1/2 landscape:max-w-md">
        <NoticeBar notice={notice} />
        {/* Hide the NFC panel while a code is typed: the keyboard needs the room. Tags are still
            read. */}
        {!typing && !nfcAlone && <NfcPanel nfc={nfc} camera={camera} onStart={startNfc} />}
        {!isSeries && (
          <OtherWays
            typing={typing}
            onTyping={setTyping}
            onCodes={(codes) => handle(targetsOf(codes, ownOrigins()), 'code', keyOf(codes))}
            onTarget={(target, from, key) => handle(asTargets(target), from, key)}
            onProblem={showProblem}
          />
        )}
      </div>
    </div>
  )
}

interface ScannerFrameProps {
  title: string
  aside?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function ScannerFrame({ title, aside, onClose, children }: ScannerFrameProps) {
  return (
    <Modal
      onClose={onClose}
      className="fixed inset-0 flex flex-col bg-sky pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-2">
        <ModalTitle className="min-w-0 flex-1 text-xl leading-tight font-bold">{title}</ModalTitle>
        {aside}
        <CloseButton onClose={onClose} className="relative z-30 bg-raised text-ink" />
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

interface NfcMessage {
  readonly text: string
  readonly hint?: string
  readonly action?: string
}

const NFC_MESSAGES: Readonly<Record<Exclude<NfcState['kind'], 'unsupported'>, NfcMessage | null>> =
  {
    checking: null,
    prompt: { text: texts.prompt, action: texts.ask },
    starting: { text: texts.starting },
    refused: { text: texts.refused, hint: texts.howToAllow, action: texts.retry },
    'switched-off': { text: texts.switchedOff, action: texts.retry },
    failed: { text: texts.failed, action: texts.retry },
    ready: { text: texts.ready },
  }

/**
 * An iPhone opens tags by itself, although pages cannot read them. On other devices, says nothing
 * unless the camera fails too.
 */
function messageWithoutNfc(camera: CameraState): NfcMessage | null {
  if (/iPhone/.test(navigator.userAgent)) return { text: texts.onIphone }
  switch (camera.kind) {
    case 'ready':
    case 'starting':
    case 'prompt':
      return null
    case 'missing':
    case 'unsupported':
    case 'no-reader':
      // Do not suggest the camera next to the message that it reads nothing.
      return { text: texts.unsupportedToo }
    case 'refused':
    case 'busy':
    case 'no-pixels':
    case 'no-decoder':
      return { text: texts.unsupported }
  }
}

function NfcPanel({
  nfc,
  camera,
  onStart,
}: {
  nfc: NfcState
  camera: CameraState
  onStart: () => void
}) {
  const message = nfc.kind === 'unsupported' ? messageWithoutNfc(camera) : NFC_MESSAGES[nfc.kind]
  const ready = nfc.kind === 'ready'
  const Icon = ready ? SmartphoneNfc : Nfc
  if (message === null) return null
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden
          className={classes('mt-0.5 size-6 shrink-0', ready ? 'text-accent' : 'text-soft')}
        />
        <div role="status" className={classes('min-w-0', ready ? 'font-semibold' : 'text-soft')}>
          <p>{message.text}</p>
          {message.hint !== undefined && <p className="mt-1 text-sm">{message.hint}</p>}
        </div>
      </div>
      {message.action !== undefined && (
        <Button variant={nfc.kind === 'prompt' ? 'primary' : 'secondary'} onClick={onStart}>
          {message.action}
        </Button>
      )}
    </section>
  )
}
