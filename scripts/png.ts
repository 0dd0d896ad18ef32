import { deflateSync, inflateSync } from 'node:zlib'

/** A picture as four bytes a pixel: red, green, blue, opacity. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const TRUE_COLOR = 2
const PALETTE = 3
const TRUE_COLOR_ALPHA = 6
const CHANNELS: Readonly<Record<number, number>> = { [TRUE_COLOR]: 3, [PALETTE]: 1, [TRUE_COLOR_ALPHA]: 4 }
const MOST_IN_PALETTE = 256
/** What is drawn with a few colours has no more than this many with all of its smooth edges. */
const MOST_IN_DRAWING = 2_000

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crc32(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('no PNG')
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
}

/** Takes the filters off the rows of a picture. */
function unfilter(filtered: Buffer, rowBytes: number, height: number, step: number): Buffer {
  const rows = Buffer.alloc(rowBytes * height)
  const byteAt = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (rows[y * rowBytes + x] ?? 0))
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1)
    const filter = filtered[start] ?? 0
    for (let x = 0; x < rowBytes; x += 1) {
      const guess = predict(filter, byteAt(x - step, y), byteAt(x, y - 1), byteAt(x - step, y - 1))
      rows[y * rowBytes + x] = (filtered[start + 1 + x] ?? 0) + guess
    }
  }
  return rows
}

/** Reads a PNG of eight bits a channel, as browsers and `encodePng` write it; throws on any other. */
export function decodePng(png: Buffer): Picture {
  const chunks = readChunks(png)
  const dataOf = (type: string) => Buffer.concat(chunks.filter((one) => one.type === type).map(({ data }) => data))
  const header = dataOf('IHDR')
  const [width, height, depth, colorType, interlaced] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
    header[12],
  ]
  const channels = CHANNELS[colorType ?? -1]
  if (depth !== 8 || channels === undefined || interlaced !== 0) throw new Error('a PNG of another kind')
  const rows = unfilter(inflateSync(dataOf('IDAT')), width * channels, height, channels)
  const [palette, opacities] = [dataOf('PLTE'), dataOf('tRNS')]
  const pixels = Buffer.alloc(width * height * 4, 0xff)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (colorType === PALETTE) {
      const index = rows[pixel] ?? 0
      palette.copy(pixels, pixel * 4, index * 3, index * 3 + 3)
      pixels[pixel * 4 + 3] = opacities[index] ?? 0xff
    } else rows.copy(pixels, pixel * 4, pixel * channels, (pixel + 1) * channels)
  }
  return { width, height, pixels }
}

function distance(one: number, other: number): number {
  const byBytes = [24, 16, 8, 0].map((shift) => ((one >>> shift) & 0xff) - ((other >>> shift) & 0xff))
  return byBytes.reduce((sum, difference) => sum + difference ** 2, 0)
}

/** How often each colour occurs; null where there are too many for a drawing. */
function countColors({ pixels }: Picture): Map<number, number> | null {
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    const color = pixels.readUInt32BE(at)
    counts.set(color, (counts.get(color) ?? 0) + 1)
    if (counts.size > MOST_IN_DRAWING) return null
  }
  return counts
}

/** The place in the palette for every colour of a drawing: the rarest, all of them on smooth edges, take their neighbour's. */
function indexColors(counts: Map<number, number>): { palette: number[]; indexOf: Map<number, number> } {
  const byFrequency = [...counts].sort(([a, often], [b, oftener]) => oftener - often || a - b).map(([color]) => color)
  // Opaque colours last: only those before them need an opacity of their own.
  const palette = byFrequency.slice(0, MOST_IN_PALETTE).sort((a, b) => (a & 0xff) - (b & 0xff) || a - b)
  const nearest = (color: number) =>
    palette.reduce((best, other, index) => (distance(color, other) < distance(color, palette[best] ?? 0) ? index : best), 0)
  return { palette, indexOf: new Map(byFrequency.map((color) => [color, nearest(color)])) }
}

function compress(header: Buffer, rows: Buffer, others: Buffer[]): Buffer {
  const data = deflateSync(rows, { level: 9, memLevel: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...others, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Rows without a filter: colours of a palette have no neighbours to guess by. */
function encodeIndexed({ width, height, pixels }: Picture, counts: Map<number, number>, header: Buffer): Buffer {
  const { palette, indexOf } = indexColors(counts)
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = pixels.readUInt32BE(pixel * 4)
    rows[pixel + Math.floor(pixel / width) + 1] = indexOf.get(color) ?? 0
  }
  const colors = Buffer.from(palette.flatMap((color) => [color >>> 24, (color >>> 16) & 0xff, (color >>> 8) & 0xff]))
  const opacities = Buffer.from(palette.map((color) => color & 0xff).filter((opacity) => opacity < 0xff))
  header[9] = PALETTE
  return compress(header, rows, [chunk('PLTE', colors), ...(opacities.length > 0 ? [chunk('tRNS', opacities)] : [])])
}

/** Each row under the filter whose bytes lie nearest to zero; opacity is left out, because whole screens have none. */
function encodeTrueColor({ width, height, pixels }: Picture, header: Buffer): Buffer {
  const rowBytes = width * 3
  const rows = Buffer.alloc((rowBytes + 1) * height)
  const byteAt = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (pixels[(y * width + Math.floor(x / 3)) * 4 + (x % 3)] ?? 0))
  for (let y = 0; y < height; y += 1) {
    let best: { cost: number; row: Buffer } | null = null
    for (let filter = 0; filter <= 4; filter += 1) {
      const row = Buffer.alloc(rowBytes + 1)
      row[0] = filter
      let cost = 0
      for (let x = 0; x < rowBytes; x += 1) {
        const byte = (byteAt(x, y) - predict(filter, byteAt(x - 3, y), byteAt(x, y - 1), byteAt(x - 3, y - 1))) & 0xff
        row[x + 1] = byte
        cost += byte < 128 ? byte : 256 - byte
      }
      if (best === null || cost < best.cost) best = { cost, row }
    }
    best?.row.copy(rows, y * (rowBytes + 1))
  }
  header[9] = TRUE_COLOR
  return compress(header, rows, [])
}

/** Writes a picture as small as it goes: a drawing of few colours with a palette, a whole screen in full. */
export function encodePng(picture: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(picture.width, 0)
  header.writeUInt32BE(picture.height, 4)
  header[8] = 8
  const counts = countColors(picture)
  return counts === null ? encodeTrueColor(picture, header) : encodeIndexed(picture, counts, header)
}
