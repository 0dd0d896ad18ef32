import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'

/** How a code stands before the camera. */
export interface Scene {
  /** Side of the code in pixels of the picture, quiet zone included. */
  readonly side: number
  /** Degrees that the phone is turned. */
  readonly turned?: number
  /** How much the distance grows from one edge to the other, 0 to 1: the code is held at a slant. */
  readonly slant?: number
  /** Share of the light that falls on the shaded half. */
  readonly shade?: number
  /** White on black. */
  readonly inverted?: boolean
  /** A screen at full brightness: black turns grey, white runs over into it. */
  readonly glare?: number
}

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 20
const FRAMES = 20
const BACKGROUND = 96
/** Samples a pixel in each direction: edges are grey, as a lens makes them. */
const SAMPLES = 3

type Point = readonly [x: number, y: number]

/** Where a point of the picture lies on the code, 0 to 1 in both directions. */
function onCode({ side, turned = 0, slant = 0 }: Scene, [x, y]: Point): Point {
  const angle = (turned * Math.PI) / 180
  const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2]
  const right = (dx * Math.cos(angle) + dy * Math.sin(angle)) / side
  const down = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / side
  // The plane of the code, seen at a slant: what is farther away is smaller in both directions.
  const distance = 1 + slant * down
  return [right / distance + 0.5, down / distance + 0.5]
}

function brightness(scene: Scene, modules: readonly (readonly boolean[])[], point: Point): number {
  const [u, v] = onCode(scene, point)
  if (u < 0 || u >= 1 || v < 0 || v >= 1) return BACKGROUND
  const dark = modules[Math.floor(v * modules.length)]?.[Math.floor(u * modules.length)] === true
  const { inverted = false, glare = 0, shade = 1 } = scene
  const black = 20 + glare * 140
  const light = dark === inverted ? 235 : black
  return u > 0.5 ? light * shade : light
}

/** One frame's grey values, with the noise of a small sensor. */
function drawLuma(scene: Scene, modules: readonly (readonly boolean[])[], random: () => number): Buffer {
  const luma = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0
      for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const point: Point = [x + ((i % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES]
        sum += brightness(scene, modules, point)
      }
      const noise = (random() - 0.5) * 16
      luma[y * WIDTH + x] = Math.max(16, Math.min(235, sum / SAMPLES ** 2 + noise))
    }
  }
  return luma
}

/** The same numbers at every run. */
function seededRandom(): () => number {
  let seed = 42
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
}

/**
 * Writes a film (y4m) for Chromium's fake camera: the code of `text` as the scene has it. With `blankFrames` the film begins
 * without the code.
 */
export function writeQrVideo(path: string, text: string, scene: Scene, blankFrames = 0): void {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const random = seededRandom()
  // Two drawings by turns are enough for the noise to differ from frame to frame.
  const drawings = [drawLuma(scene, modules, random), drawLuma(scene, modules, random)]
  const blank = Buffer.alloc(WIDTH * HEIGHT, BACKGROUND)
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frames = Array.from({ length: blankFrames + FRAMES }, (_, at) => {
    const luma = at < blankFrames ? blank : drawings[at % drawings.length]
    return [Buffer.from('FRAME\n'), luma ?? blank, chroma]
  })
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([header, ...frames.flat()]))
}
