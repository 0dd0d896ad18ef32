import type { QueryClient } from '@tanstack/react-query'
import { listVendors } from '#contract/calls/booth'
import { emblemOf } from '#rules/emblem'
import type { Medal } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { numeral } from '#texts/numbers'
import { storyTexts } from '#texts/story'
import { teamTexts } from '#texts/team'
import { publicOrigin, query } from '../../api/queries'
import { teamPointsQuery } from '../../api/score-queries'
import { MEDAL_PATHS } from '../../game/medal-paths'
import type { OwnTeam } from '../../game/membership'
import { EMBLEM_PATHS, HEXAGON } from '../../game/team-marks'
import { PRODUCT_NAME } from '../../ui/product'
import { share } from '../../ui/share'
import { toast } from '../../ui/toast'
import { constellationOf, FIELD, goldenLines, type StarLine } from '../arrival/constellation'
import { type Stars, starsOf } from '../arrival/team-art'
import { earnedOf } from './medals'

/** The content of a team's picture, as this device last saw it. */
interface PictureFacts {
  readonly team: OwnTeam
  /** In words; null for a team without a rank. */
  readonly place: string | null
  readonly stars: Stars
  readonly medals: readonly Medal[]
}

export function pictureFacts(client: QueryClient, team: OwnTeam): PictureFacts {
  const points = client.getQueryData(teamPointsQuery().queryKey)
  const vendors = client.getQueryData(query(listVendors, {}).queryKey)?.vendors
  const ranked = { rank: team.rank, points: points?.shown_points ?? team.points }
  return {
    team,
    place: ranked.points > 0 ? teamTexts.rank(ranked) : null,
    stars: starsOf(points, vendors),
    medals: earnedOf(points?.medals),
  }
}

const PICTURE = { width: 1080, height: 1920 } as const

/** The dark theme's colours, so that a shared picture looks the same from every phone. */
const COLOURS = {
  sky: '#0a0b16',
  glow: '#232a5e',
  ink: '#f3f4ff',
  soft: '#b4b8db',
  faint: '#666ca6',
  accent: '#c6f24e',
  onAccent: '#10140a',
  gold: '#ffcb70',
} as const

const MARGIN = 84
const MIDDLE = PICTURE.width / 2
const STAR_FIELD = { top: 250, scale: (PICTURE.width - 2 * MARGIN) / FIELD.width }
const NAME_LINES = 3
const NAME_TOP = 930

export const MEDAL_ROWS = { perRow: 2, hexagon: 72, rowHeight: 84, end: 1_780 } as const
/** From the name's end to the first medal, below points and place: at least, and with room. */
const NAME_TO_MEDALS = { least: 385, usual: 404 } as const
/** Where medals begin below a short name. */
const MEDALS_TOP = 1_464
/** Medals are still legible at this scale, on a phone too; a longer name is drawn smaller. */
const SMALLEST_MEDALS = 0.75

function heightOfMedals(count: number): number {
  const { perRow, hexagon, rowHeight } = MEDAL_ROWS
  return count === 0 ? 0 : hexagon + (Math.ceil(count / perRow) - 1) * rowHeight
}

/** The y at which a name of so many lines ends. */
export const endOfName = (size: number, lines: number) => NAME_TOP + size * lines * 1.05

/** How far down a name may reach, so that this many medals fit below it. */
export function lowestNameEnd(medals: number): number {
  return MEDAL_ROWS.end - SMALLEST_MEDALS * heightOfMedals(medals) - NAME_TO_MEDALS.least
}

/** Where the medals begin, and the scale at which they end above the address. */
export function medalsBelow(nameEnd: number, medals: number): { top: number; scale: number } {
  const { least, usual } = NAME_TO_MEDALS
  const height = heightOfMedals(medals)
  const scale = Math.min(1, (MEDAL_ROWS.end - nameEnd - least) / height)
  const top = Math.min(Math.max(nameEnd + usual, MEDALS_TOP), MEDAL_ROWS.end - scale * height)
  return { top, scale }
}

type Canvas = CanvasRenderingContext2D

function write(
  to: Canvas,
  text: string,
  y: number,
  size: number,
  colour: string,
  weight = 700,
): void {
  to.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  to.fillStyle = colour
  to.fillText(text, MIDDLE, y)
}

/** Draws a path of the app's own icons, with its middle at (x, y). */
function stamp(
  to: Canvas,
  path: string,
  box: number,
  x: number,
  y: number,
  size: number,
  draw: (path: Path2D) => void,
): void {
  to.save()
  to.translate(x - size / 2, y - size / 2)
  to.scale(size / box, size / box)
  draw(new Path2D(path))
  to.restore()
}

function drawSky(to: Canvas): void {
  const { width, height } = PICTURE
  to.fillStyle = COLOURS.sky
  to.fillRect(0, 0, width, height)
  const glow = to.createRadialGradient(width * 0.6, 0, 0, width * 0.6, 0, height * 0.7)
  glow.addColorStop(0, COLOURS.glow)
  glow.addColorStop(1, 'transparent')
  to.fillStyle = glow
  to.fillRect(0, 0, width, height)
  to.fillStyle = `${COLOURS.soft}66`
  // Multiples of irrational numbers spread evenly.
  for (let star = 0; star < 90; star++)
    to.fillRect((star * 0.618 * width) % width, (star * 0.7549 * height) % height, 3, 3)
  to.strokeStyle = COLOURS.accent
  to.lineWidth = 6
  to.beginPath()
  to.roundRect(30, 30, width - 60, height - 60, 60)
  to.stroke()
}

function drawConstellation(
  to: Canvas,
  { team, stars: { booths = [], lit, treasures } }: PictureFacts,
): void {
  const boothIds = booths.map(({ vendor_id }) => vendor_id)
  const constellation = constellationOf(team.team_id, boothIds)
  const { stars, lines } = constellation
  const draw = (some: readonly StarLine[], colour: string, width: number) => {
    to.strokeStyle = colour
    to.lineWidth = width
    to.beginPath()
    for (const [from, to_] of some) {
      const [one, other] = [stars[from], stars[to_]]
      if (one === undefined || other === undefined) continue
      to.moveTo(one.x, one.y)
      to.lineTo(other.x, other.y)
    }
    to.stroke()
  }
  const disc = (x: number, y: number, r: number, colour: string) => {
    to.fillStyle = colour
    to.beginPath()
    to.arc(x, y, r, 0, 2 * Math.PI)
    to.fill()
  }
  to.save()
  to.translate(MARGIN, STAR_FIELD.top)
  to.scale(STAR_FIELD.scale, STAR_FIELD.scale)
  draw(lines, COLOURS.faint, 0.6)
  draw(goldenLines(constellation, treasures), COLOURS.gold, 1.1)
  for (const { boothId, x, y, r } of stars) {
    const isLit = lit.has(boothId)
    if (isLit) disc(x, y, r * 3, `${COLOURS.accent}33`)
    disc(x, y, isLit ? r + 0.6 : r * 0.8, isLit ? COLOURS.accent : COLOURS.faint)
  }
  to.restore()
}

/**
 * Draws the name in at most three lines, in the largest size that fits above `lowest`. Returns the
 * y of its end.
 */
function drawName(to: Canvas, name: string, lowest: number): number {
  for (let size = 104; ; size -= 8) {
    to.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`
    const lines: string[] = []
    for (const word of name.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
      if (lines.length > 0 && to.measureText(longer).width <= PICTURE.width - 2 * MARGIN)
        lines.splice(-1, 1, longer)
      else lines.push(word)
    }
    const end = endOfName(size, lines.length)
    const fits =
      lines.length <= NAME_LINES &&
      end <= lowest &&
      lines.every((line) => to.measureText(line).width <= PICTURE.width - 2 * MARGIN)
    if (!fits && size > 32) continue
    for (const [index, line] of lines.entries())
      write(to, line, NAME_TOP + size * (index + 1), size, COLOURS.ink)
    return end
  }
}

function drawMedals(to: Canvas, medals: readonly Medal[], nameEnd: number): void {
  const { perRow, hexagon, rowHeight } = MEDAL_ROWS
  const { top, scale } = medalsBelow(nameEnd, medals.length)
  to.textAlign = 'left'
  for (const [index, medal] of medals.entries()) {
    const x = index % perRow === 0 ? MARGIN + 60 : MIDDLE + 30
    const y = top + (hexagon / 2 + Math.floor(index / perRow) * rowHeight) * scale
    stamp(to, HEXAGON, 64, x, y, hexagon * scale, (path) => {
      to.fillStyle = COLOURS.accent
      to.fill(path)
    })
    stamp(to, MEDAL_PATHS[medal], 24, x, y, 38 * scale, (path) => {
      to.strokeStyle = COLOURS.onAccent
      to.lineWidth = 2
      to.stroke(path)
    })
    to.font = `600 ${38 * scale}px ${getComputedStyle(document.body).fontFamily}`
    to.fillStyle = COLOURS.ink
    to.fillText(medalTexts.medals[medal].name, x + 54 * scale, y + 13 * scale)
  }
  to.textAlign = 'center'
}

/** Draws a team's picture for sharing. Throws if the device cannot draw. */
export async function drawPicture(canvas: HTMLCanvasElement, facts: PictureFacts): Promise<void> {
  const { team, place, medals } = facts
  canvas.width = PICTURE.width
  canvas.height = PICTURE.height
  const to = canvas.getContext('2d')
  if (to === null) throw new Error('this device cannot draw pictures')
  // Load font subsets for letters not shown yet; else the device's own font is used.
  await document.fonts
    .load(`700 100px ${getComputedStyle(document.body).fontFamily}`, team.team_name)
    .catch(() => undefined)
  to.textAlign = 'center'
  to.lineCap = 'round'
  to.lineJoin = 'round'
  drawSky(to)
  write(to, PRODUCT_NAME, 180, 60, COLOURS.ink)
  drawConstellation(to, facts)
  stamp(
    to,
    EMBLEM_PATHS[emblemOf(team.team_id, team.emblem)] ?? '',
    24,
    MIDDLE,
    830,
    150,
    (path) => {
      to.strokeStyle = COLOURS.accent
      to.lineWidth = 1.8
      to.stroke(path)
    },
  )
  const nameEnd = drawName(to, team.team_name, lowestNameEnd(medals.length))
  write(to, numeral(team.points), nameEnd + 190, 190, COLOURS.accent)
  write(to, teamTexts.pointsNoun(team.points), nameEnd + 256, 54, COLOURS.accent)
  if (place !== null) write(to, place, nameEnd + 350, 68, COLOURS.ink)
  if (medals.length > 0) drawMedals(to, medals, nameEnd)
  write(to, new URL(publicOrigin.get()).host, PICTURE.height - 80, 34, COLOURS.soft, 500)
}

const TYPE = 'image/png'

async function fileOf(canvas: HTMLCanvasElement): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE))
  if (blob === null) throw new Error('this device cannot encode pictures')
  return new File([blob], storyTexts.file(PRODUCT_NAME), { type: TYPE })
}

/**
 * Draws the team's picture from this device's last data, and shares it. Returns the picture if it
 * cannot be shared; null if it was shared or cannot be drawn.
 */
export async function sharePicture(client: QueryClient, team: OwnTeam): Promise<File | null> {
  let file: File
  try {
    const canvas = document.createElement('canvas')
    await drawPicture(canvas, pictureFacts(client, team))
    file = await fileOf(canvas)
  } catch {
    toast.error(storyTexts.noPicture)
    return null
  }
  return (await share({ files: [file] })) ? null : file
}
