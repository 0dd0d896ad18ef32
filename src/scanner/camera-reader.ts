import type { Code } from './codes'
import { type Decoder, openDecoder } from './decoder'
import { createGrabber, type Grab } from './picture'

export type CameraState =
  | { readonly is: 'unsupported' }
  /** Not started, because the browser would show a permission prompt and the person may prefer another way to scan. */
  | { readonly is: 'unasked' }
  | { readonly is: 'starting' }
  | { readonly is: 'refused' }
  | { readonly is: 'missing' }
  /** Used by another program, or disconnected. */
  | { readonly is: 'busy' }
  /** The camera works, but the browser gives no page its pixels. */
  | { readonly is: 'no-pixels' }
  /** The camera works, but no decoder could be loaded. It is tried again. */
  | { readonly is: 'no-decoder' }
  | { readonly is: 'ready'; readonly torch: Torch; readonly hasOther: boolean }

type Torch = 'none' | 'off' | 'on'

export type CameraReader = ReturnType<typeof openCameraReader>

/** At most ten looks a second: a higher rate isn't noticeable and heats the phone. */
const LOOK_MS = 100
/** In a series, which lasts for hours, while nothing new is in view: a card is answered in half a second, in two on a phone slowed six times. */
export const SERIES_LOOK_MS = 300
/**
 * How soon a camera that was taken away, or a decoder that could not be loaded, is tried again (ms); sooner when the browser says that a
 * camera or a network is there.
 */
const AGAIN_MS = 3_000

const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }
const KEY = 'geek-camera'

function chosenCamera(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function keepChosenCamera(deviceId: string): void {
  try {
    localStorage.setItem(KEY, deviceId)
  } catch {
    // Private modes that refuse storage begin with the browser's choice again.
  }
}

/** The camera that was chosen on this device, or, without it, the rear one that the browser prefers. */
async function openStream(): Promise<MediaStream> {
  const chosen = chosenCamera()
  const open = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...SIZE, ...which } })
  const rear = { facingMode: { ideal: 'environment' } }
  if (chosen === null) return open(rear)
  try {
    return await open({ deviceId: { exact: chosen } })
  } catch (error) {
    if (isRefusal(error)) throw error
    // It is gone, or another program has it.
    return open(rear)
  }
}

/** What browsers write of a camera that looks at the person. */
const FRONT = /front|user|selfie|facetime|prednj/i

/** The cameras to choose from: those at the back. Of a camera that doesn't say where it is, nothing else is assumed. */
async function rearCameras(): Promise<readonly string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
  const facing = (device: MediaDeviceInfo): readonly string[] => {
    // Only devices of this type have capabilities, and not in every browser.
    const capabilities = 'getCapabilities' in device && device instanceof InputDeviceInfo ? device.getCapabilities() : {}
    return capabilities.facingMode ?? []
  }
  return cameras.filter((one) => !facing(one).includes('user') && !FRONT.test(one.label)).map(({ deviceId }) => deviceId)
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && /^(NotAllowed|Security)Error$/.test(error.name)
}

function stateAfter(error: unknown): CameraState {
  if (isRefusal(error)) return { is: 'refused' }
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { is: 'missing' }
    default:
      return { is: 'busy' }
  }
}

/** `torch` is reported in the capabilities, but TypeScript's types don't list it. */
function torchOf(track: MediaStreamTrack | undefined): Torch {
  const capabilities: object = track?.getCapabilities?.() ?? {}
  return 'torch' in capabilities && capabilities.torch === true ? 'off' : 'none'
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function cameraPermission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state
  } catch {
    return null
  }
}

/** True when the camera can be opened without a prompt; false where the browser can't tell. */
export async function cameraIsAllowed(): Promise<boolean> {
  return (await cameraPermission()) === 'granted'
}

/**
 * Shows a rear camera in `video` and reads QR codes from it between `start()` and `close()`. `onLook` gets what each look at the picture
 * found, often nothing, and returns whether to look again at once. Releases the camera while the page is hidden.
 */
export function openCameraReader(
  video: HTMLVideoElement,
  onState: (state: CameraState) => void,
  onLook: (codes: readonly Code[]) => boolean,
  lookMs = LOOK_MS,
) {
  let wanted = false
  /** From the camera request until its release: prevents a second stream, and late results of an earlier run are discarded. */
  let run: symbol | null = null
  let stream: MediaStream | null = null
  let decoder: Decoder | null = null
  let cameras: readonly string[] = []
  /** True while there is nothing to read pictures with: the camera would only warm the phone. */
  let lacksDecoder = false
  let again: ReturnType<typeof setTimeout> | undefined

  /** Decodes one frame, then waits for the rest of the interval. */
  async function look(grab: Grab, reader: Decoder, own: symbol): Promise<void> {
    const began = performance.now()
    const picture = await grab(video)
    const codes = picture === null ? null : await reader.decode(picture)
    const atOnce = own === run && codes !== null && onLook(codes)
    const everyMs = atOnce ? LOOK_MS : lookMs
    await new Promise((next) => setTimeout(next, Math.max(0, everyMs - (performance.now() - began))))
  }

  async function lookForCodes(own: symbol): Promise<void> {
    const grab = await createGrabber()
    if (own !== run) return
    if (grab === null) return endWith({ is: 'no-pixels' })
    decoder ??= openDecoder()
    try {
      while (own === run) await look(grab, decoder, own)
    } catch {
      if (own === run) endWith({ is: 'no-decoder' })
    }
  }

  function stop(): void {
    run = null
    if (stream !== null) release(stream)
    stream = null
    video.srcObject = null
  }

  function endWith(state: CameraState): void {
    stop()
    onState(state)
    lacksDecoder = state.is === 'no-decoder'
    if (lacksDecoder || state.is === 'busy') tryAgainSoon()
  }
  const onHint = () => void tryAgain()
  function tryAgainSoon(): void {
    clearTimeout(again)
    again = setTimeout(onHint, AGAIN_MS)
  }
  /** What took the camera says nothing when it gives it back. */
  async function tryAgain(): Promise<void> {
    clearTimeout(again)
    if (!wanted || run !== null || document.visibilityState !== 'visible') return
    try {
      if (lacksDecoder) await decoder?.load()
      if (wanted && run === null) void begin(true)
    } catch {
      if (wanted) tryAgainSoon()
    }
  }

  const ready = (torch: Torch): CameraState => ({ is: 'ready', torch, hasOther: cameras.length > 1 })

  function follow(track: MediaStreamTrack, own: symbol): void {
    const onlyThen = (tell: () => void) => () => {
      if (own === run) tell()
    }
    track.addEventListener(
      'ended',
      onlyThen(() => {
        stop()
        // Its permission may have been taken back.
        void cameraPermission().then((permission) => {
          if (run === null && wanted) endWith({ is: permission === 'denied' ? 'refused' : 'busy' })
        })
      }),
    )
    // A call, or another app beside this one, has it for a while.
    track.addEventListener(
      'mute',
      onlyThen(() => onState({ is: 'busy' })),
    )
    track.addEventListener(
      'unmute',
      onlyThen(() => onState(ready(torchOf(track)))),
    )
  }

  async function begin(isQuiet = false): Promise<void> {
    const own = Symbol('run')
    run = own
    clearTimeout(again)
    if (!isQuiet) onState({ is: 'starting' })
    try {
      const opened = await openStream()
      if (own !== run) return release(opened)
      stream = opened
      const [track] = opened.getVideoTracks()
      if (track !== undefined) follow(track, own)
      video.srcObject = opened
      // Their names are known only now.
      cameras = await rearCameras().catch(() => [])
      await video.play()
      if (own !== run) return
      onState(ready(torchOf(track)))
      void lookForCodes(own)
    } catch (error) {
      if (own === run) endWith(stateAfter(error))
    }
  }

  function seenOrHidden(): void {
    if (document.visibilityState !== 'visible') stop()
    else if (wanted && run === null) void begin()
  }
  document.addEventListener('visibilitychange', seenOrHidden)
  window.addEventListener('online', onHint)
  // Undefined on insecure origins.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  devices?.addEventListener('devicechange', onHint)

  return {
    start() {
      if (devices === undefined) return onState({ is: 'unsupported' })
      wanted = true
      // It is tried again while something else has it.
      if (stream?.getVideoTracks().some(({ muted }) => muted) === true) stop()
      if (run === null && document.visibilityState === 'visible') void begin()
    },
    /** Goes on with the next of several cameras, on this device from now on. */
    changeCamera(): void {
      const [track] = stream?.getVideoTracks() ?? []
      const next = cameras[(cameras.indexOf(track?.getSettings().deviceId ?? '') + 1) % cameras.length]
      if (next === undefined) return
      keepChosenCamera(next)
      stop()
      void begin()
    },
    setTorch(on: boolean): void {
      const [track] = stream?.getVideoTracks() ?? []
      if (track === undefined) return
      const own = run
      const show = (torch: Torch) => {
        if (own === run) onState(ready(torch))
      }
      const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: on }
      track.applyConstraints({ advanced: [light] }).then(
        () => show(on ? 'on' : 'off'),
        () => show('none'),
      )
    },
    close(): void {
      wanted = false
      clearTimeout(again)
      devices?.removeEventListener('devicechange', onHint)
      document.removeEventListener('visibilitychange', seenOrHidden)
      window.removeEventListener('online', onHint)
      stop()
      decoder?.close()
      decoder = null
    },
  }
}
