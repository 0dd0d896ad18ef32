import type { Caller } from '../call-context'
import { Refusal } from '../refusal'
import { countIf, type Limits } from './limits'

/** Runs work that looks up a tag by the caller's id for it. After too many unknown ids the caller must wait. */
export function countGuesses<T>(limits: Limits, { userId }: Caller, work: () => Promise<T>): Promise<T> {
  const isGuess = (threw: unknown) => threw instanceof Refusal && threw.code === 'TAG_NOT_FOUND'
  return countIf(isGuess, limits.tagGuesses, userId, work)
}
