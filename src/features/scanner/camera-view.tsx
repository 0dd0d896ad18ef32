import {
  Camera,
  CameraOff,
  Flashlight,
  ImageIcon,
  Keyboard,
  LoaderCircle,
  SmartphoneNfc,
  SwitchCamera,
} from 'lucide-react'
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { awardTexts } from '#texts/booth'
import { scannerTexts } from '#texts/scanner'
import { ownOrigins } from '../../api/queries'
import type { CameraState } from '../../scanner/camera-reader'
import type { DetectedCode } from '../../scanner/codes'
import { type PictureReading, readPicture } from '../../scanner/picture'
import { parseTyped, type ScanTarget } from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { TextField } from '../../ui/text-field'

/**
 * A frame that marks the middle of the picture. Codes outside the frame are read too; of several
 * codes, the one nearest the middle counts.
 */
function Viewfinder() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 m-auto aspect-square h-[min(70%,18rem)] max-w-[80%] rounded-card border-4 border-accent"
    />
  )
}

const texts = scannerTexts.camera

interface CameraViewProps {
  video: RefObject<HTMLVideoElement | null>
  camera: CameraState
  nfcAlone: boolean
  /** True in a series, which also reads tags and has a search, but no other ways. */
  isSeries: boolean
  onStart: () => void
  onTorch: (on: boolean) => void
  onSwitchCamera: () => void
}

interface CameraMessage {
  readonly icon: ReactNode
  readonly text?: string
  readonly hint?: string
  readonly action?: string
}

const MESSAGES: Readonly<Record<Exclude<CameraState['kind'], 'ready'>, CameraMessage>> = {
  unsupported: { icon: <CameraOff />, text: texts.unsupported },
  prompt: { icon: <Camera />, action: texts.ask },
  starting: { icon: <LoaderCircle className="animate-spin" />, text: texts.starting },
  refused: { icon: <CameraOff />, text: texts.refused, hint: texts.meanwhile, action: texts.retry },
  missing: { icon: <CameraOff />, text: texts.missing, action: texts.retry },
  busy: { icon: <CameraOff />, text: texts.busy, action: texts.retry },
  'no-pixels': { icon: <CameraOff />, text: texts.noPixels, action: texts.retry },
  'no-decoder': { icon: <CameraOff />, text: texts.noDecoder, action: texts.retry },
  'no-reader': { icon: <CameraOff />, text: texts.noReader },
}
/** Without the camera, the NFC instruction is the main content. */
const NFC_ALONE: CameraMessage = {
  icon: <SmartphoneNfc className="text-accent" />,
  text: scannerTexts.nfc.ready,
  action: texts.ask,
}

function messageOf(
  { kind }: CameraState,
  nfcAlone: boolean,
  isSeries: boolean,
): CameraMessage | null {
  if (kind === 'ready') return null
  if (nfcAlone) return NFC_ALONE
  const message = MESSAGES[kind]
  if (!isSeries || kind === 'prompt' || kind === 'starting') return message
  if (kind === 'no-reader') return { ...message, text: awardTexts.seriesNoReader }
  // Offer another way meanwhile: in a series the reader reopens the camera by itself.
  const inSeries = { ...message, hint: awardTexts.seriesMeanwhile }
  return kind === 'missing' || kind === 'unsupported'
    ? { ...inSeries, text: awardTexts.seriesNoCamera }
    : inSeries
}

interface CameraStatusProps {
  message: CameraMessage | null
  ready: boolean
  isSeries: boolean
  onStart: () => void
}

/** The words over the picture, or without a picture in its place, with what the person can do. */
function CameraStatus({ message, ready, isSeries, onStart }: CameraStatusProps) {
  return (
    <>
      {message !== null && (
        <span
          aria-hidden
          className={classes('text-soft [&>svg]:size-16', isSeries && 'short:hidden')}
        >
          {message.icon}
        </span>
      )}
      <div
        role="status"
        className={classes(
          ready && 'rounded-control bg-sky/85 px-3 py-2 max-sm:text-sm',
          'empty:hidden',
        )}
      >
        {ready && <p className="font-semibold">{texts.ready}</p>}
        {message?.text !== undefined && (
          <p
            className={classes(
              'max-w-prose text-lg leading-snug font-medium',
              isSeries && 'short:text-base short:leading-5',
            )}
          >
            {message.text}
          </p>
        )}
        {message?.hint !== undefined && <p className="max-w-prose text-soft">{message.hint}</p>}
      </div>
      {message?.action !== undefined && (
        <Button icon={Camera} variant="secondary" className="max-sm:px-3!" onClick={onStart}>
          {message.action}
        </Button>
      )}
    </>
  )
}

/** The camera picture, or the reason why there is none and what to do about it. */
export function CameraView({
  video,
  camera,
  nfcAlone,
  isSeries,
  onStart,
  onTorch,
  onSwitchCamera,
}: CameraViewProps) {
  const ready = camera.kind === 'ready'
  const message = messageOf(camera, nfcAlone, isSeries)
  return (
    <section
      // In a series on a zoomed page, keep the height of a few words and let the surroundings
      // scroll.
      className={classes(
        'relative flex min-w-0 flex-1 flex-col overflow-hidden bg-surface',
        isSeries ? 'min-h-28' : 'min-h-0',
      )}
    >
      {/* Always mounted, because the reader needs the element before the stream starts. Without
          `playsInline`, iPhones would play it full screen. */}
      <video
        ref={video}
        muted
        playsInline
        disablePictureInPicture
        aria-label={texts.picture}
        className={classes('absolute inset-0 size-full object-cover', !ready && 'invisible')}
      />
      {ready && <Viewfinder />}
      <div
        className={classes(
          'relative z-10 flex flex-1 flex-col items-center gap-3 overflow-y-auto p-4 text-center',
          // A series leaves little room on a short screen: use less, so that no button is cut off.
          isSeries && 'short:gap-1.5 short:p-2 short:leading-5',
          ready ? 'justify-end' : 'justify-center-safe',
        )}
      >
        <CameraStatus message={message} ready={ready} isSeries={isSeries} onStart={onStart} />
      </div>
      {ready && camera.hasOtherCamera && (
        <button
          type="button"
          onClick={onSwitchCamera}
          className="absolute top-3 left-3 z-10 flex min-h-12 cursor-pointer items-center gap-2 rounded-full bg-sky/85 px-4 font-semibold text-ink"
        >
          <SwitchCamera aria-hidden className="size-6" />
          <span>{texts.other}</span>
        </button>
      )}
      {ready && camera.torch !== 'none' && (
        <button
          type="button"
          aria-pressed={camera.torch === 'on'}
          aria-label={texts.light}
          onClick={() => onTorch(camera.torch !== 'on')}
          className={classes(
            'absolute top-3 right-3 z-10 grid size-12 cursor-pointer place-items-center rounded-full',
            camera.torch === 'on' ? 'bg-accent text-on-accent' : 'bg-sky/85 text-ink',
          )}
        >
          <Flashlight aria-hidden className="size-6" />
        </button>
      )}
    </section>
  )
}

interface OtherWaysProps {
  /** True while the field for the code is open. */
  typing: boolean
  onTyping: (typing: boolean) => void
  onCodes: (codes: readonly DetectedCode[]) => void
  onTarget: (target: ScanTarget, from: 'code', key: string) => void
  onProblem: (problem: Exclude<PictureReading['kind'], 'read'>) => void
}

/** Alternatives to NFC and the camera: an image file, or the code printed below a tag. */
export function OtherWays({ typing, onTyping, onCodes, onTarget, onProblem }: OtherWaysProps) {
  const [reading, setReading] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const formId = useId()

  async function readChosen({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [picture] = target.files ?? []
    if (picture === undefined) return
    setReading(true)
    const result = await readPicture(picture)
    setReading(false)
    // Allows choosing the same file again.
    target.value = ''
    if (result.kind === 'read') onCodes(result.codes)
    else onProblem(result.kind)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          busy={reading}
          className="px-2!"
          onClick={() => file.current?.click()}
        >
          {!reading && <ImageIcon aria-hidden className="size-5 shrink-0 max-[22rem]:hidden" />}
          {reading ? scannerTexts.picture.reading : scannerTexts.picture.choose}
        </Button>
        <Button
          variant="secondary"
          className="px-2!"
          aria-expanded={typing}
          aria-controls={typing ? formId : undefined}
          onClick={() => onTyping(!typing)}
        >
          <Keyboard aria-hidden className="size-5 shrink-0 max-[22rem]:hidden" />
          {scannerTexts.code.type}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={scannerTexts.picture.choose}
        className="hidden"
        onChange={(event) => void readChosen(event)}
      />
      {typing && <TypedCode id={formId} onTarget={onTarget} />}
    </div>
  )
}

function TypedCode({
  id,
  onTarget,
}: {
  id: string
  onTarget: (target: ScanTarget, from: 'code', key: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // Focus the field at once, because the person has just opened it.
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const target = parseTyped(typed, ownOrigins())
    if (target.kind === 'refused')
      setError(target.reason === 'empty' ? scannerTexts.code.missing : scannerTexts.code.foreign)
    else onTarget(target, 'code', typed)
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={scannerTexts.code.label}
        hint={scannerTexts.code.hint}
        error={error}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit">{scannerTexts.code.submit}</Button>
    </form>
  )
}
