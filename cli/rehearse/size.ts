import { Failure } from '#server/failure'

/** What was ordered. */
export interface Size {
  readonly players: number
  readonly booths: number
  readonly minutes: number
}

const MOST = { players: 20_000, booths: 500, minutes: 240 } as const
const MS = 60_000

function read(name: keyof Size, text: string, whole: boolean): number {
  const value = Number(text)
  const fits = /^\d+(\.\d+)?$/.test(text) && value > 0 && value <= MOST[name] && (!whole || Number.isInteger(value))
  if (!fits) throw new Failure(`--${name} takes a ${whole ? 'whole ' : ''}number up to ${MOST[name]}, not "${text}".`)
  return value
}

/** Throws `Failure`. */
export function readSize(given: { readonly players: string; readonly booths: string; readonly minutes: string }): Size {
  return {
    players: read('players', given.players, true),
    booths: read('booths', given.booths, true),
    minutes: read('minutes', given.minutes, false),
  }
}

/** When what happens, in ms since the start. A shorter rehearsal has the same parts, closer together. */
export interface Schedule {
  readonly wholeMs: number
  /** Until then people arrive and sign in. */
  readonly arrivalMs: number
  /** Until then booths give points. */
  readonly playMs: number
  /** From one award of a booth to the next: a booth at a convention takes a minute or more. */
  readonly awardEveryMs: number
  /** How often a player's phone reads everything again. */
  readonly readEveryMs: number
  /** How long a booth is offline, each once. */
  readonly offlineMs: number
}

const AWARD_EVERY_MS = 2_000
const READ_EVERY_MS = 15_000

export function scheduleOf({ minutes }: Size): Schedule {
  const wholeMs = minutes * MS
  return {
    wholeMs,
    arrivalMs: wholeMs * 0.3,
    playMs: wholeMs * 0.92,
    awardEveryMs: Math.min(AWARD_EVERY_MS, wholeMs / 50),
    readEveryMs: Math.min(READ_EVERY_MS, wholeMs / 8),
    offlineMs: wholeMs * 0.15,
  }
}
