import encodeQR from 'qr'

/** The camera's view of a code. */
export interface Scene {
  /** Side of the code in image pixels, including the quiet zone. */
  readonly side: number
  /** How far the code's middle is to the right of the picture's middle, in image pixels. */
  readonly right?: number
  /** Rotation of the phone (degrees). */
  readonly turned?: number
  /** Perspective: how much the distance grows from one edge to the other, 0 to 1. */
  readonly slant?: number
  /** Share of the light on the shaded half, 0 to 1. */
  readonly shade?: number
  /** White on black. */
  readonly inverted?: boolean
  /** Overexposure by a bright screen: black turns grey and white bleeds into it. */
  readonly glare?: number
}

/** Views in which every reader must find the code. */
export const SCENES: readonly (readonly [how: string, Scene])[] = [
  ["at arm's length", { side: 110 }],
  ['turned and held at a slant', { side: 260, turned: 37, slant: 0.5 }],
  ['half in the shade', { side: 240, shade: 0.35 }],
  ['white on black', { side: 240, inverted: true }],
  ['on a bright screen', { side: 240, glare: 0.8 }],
]

const WIDTH = 640
const HEIGHT = 480
const BACKGROUND = 96
/** Samples per pixel in each direction, which makes edges grey as a lens does. */
const SAMPLES = 3

type Point = readonly [x: number, y: number]

/** Maps an image point to the code, 0 to 1 in both directions. */
function onCode({ side, right: moved = 0, turned = 0, slant = 0 }: Scene, [x, y]: Point): Point {
  const angle = (turned * Math.PI) / 180
  const [dx, dy] = [x - WIDTH / 2 - moved, y - HEIGHT / 2]
  const right = (dx * Math.cos(angle) + dy * Math.sin(angle)) / side
  const down = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / side
  // Perspective: points farther away are smaller in both directions.
  const distance = 1 + slant * down
  return [right / distance + 0.5, down / distance + 0.5]
}

/** A code as a camera sees it. */
export interface SeenCode {
  readonly text: string
  readonly scene: Scene
}

interface Drawn {
  readonly scene: Scene
  readonly modules: readonly (readonly boolean[])[]
}

const drawn = ({ text, scene }: SeenCode): Drawn => ({
  scene,
  modules: encodeQR(text, 'raw', { ecc: 'medium', border: 4 }),
})

function isOn(point: Point): boolean {
  return point.every((part) => part >= 0 && part < 1)
}

function brightness(codes: readonly Drawn[], point: Point): number {
  const code = codes.find(({ scene }) => isOn(onCode(scene, point)))
  if (code === undefined) return BACKGROUND
  const { scene, modules } = code
  const [u, v] = onCode(scene, point)
  const dark = modules[Math.floor(v * modules.length)]?.[Math.floor(u * modules.length)] === true
  const { inverted = false, glare = 0, shade = 1 } = scene
  const black = 20 + glare * 140
  const light = dark === inverted ? 235 : black
  return u > 0.5 ? light * shade : light
}

/** The brightness of each pixel with the sensor's noise, 0 to 255. */
export function drawPicture(seen: readonly SeenCode[]): {
  width: number
  height: number
  luma: Uint8Array
} {
  const codes = seen.map(drawn)
  const random = seededRandom()
  const luma = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0
      for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const point: Point = [
          x + ((i % SAMPLES) + 0.5) / SAMPLES,
          y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES,
        ]
        sum += brightness(codes, point)
      }
      const noise = (random() - 0.5) * 16
      luma[y * WIDTH + x] = Math.max(16, Math.min(235, sum / SAMPLES ** 2 + noise))
    }
  }
  return { width: WIDTH, height: HEIGHT, luma }
}

/** A camera's frame of grey pixels, as a canvas gives it. */
export function drawPixels(seen: readonly SeenCode[]) {
  const { width, height, luma } = drawPicture(seen)
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [at, light] of luma.entries()) data.set([light, light, light, 255], at * 4)
  return { data, width, height }
}

/** A random generator with a fixed seed. */
function seededRandom(): () => number {
  let seed = 42
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
}
