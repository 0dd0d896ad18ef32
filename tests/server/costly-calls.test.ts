import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES, definitionOf } from '#contract/calls'
import { type Cast, insertCast } from '../support/cast'
import {
  assertRead,
  costOf,
  FURTHEST,
  filled,
  ODD,
  oddCalls,
  type SentCall,
  textPlacesOf,
  withEvent,
} from '../support/costly-calls'
import { useGame } from '../support/use-game'

const CALL_MS = 5
const ORGANISER_MS = 250
/**
 * The number of tries: several, because first calls are slow, and garbage collection or other work
 * may slow down any call.
 */
const TRIES = 20

const SEED = 83
const TEXTS_EACH = 3
/** One to three odd texts, joined. */
const oddText = fc
  .array(fc.constantFrom(...Object.values(ODD.texts)), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))

describe('fault 83: a text made to be slow', () => {
  const game = useGame('sqlite', { limitsByClock: true })
  let cast: Cast
  beforeAll(async () => {
    cast = await insertCast(game)
  })

  async function send({ name, query, body }: SentCall, headers?: Readonly<Record<string, string>>) {
    // Let time pass, so that no rate limit refuses the call.
    game.clock.advance(1_500)
    const { who } = definitionOf(name)
    const answer = await cast.browser[FURTHEST[who]].raw(query, body, headers)
    assertRead(answer, `${name}, ${body.length} characters`)
    return answer
  }

  const readVersion = async () => (await cast.browser.organiser.ok('readEvent', {})).version
  const readPlaces = async () => {
    const version = await readVersion()
    return CALL_NAMES.flatMap((name) => textPlacesOf(name, version))
  }

  const mostOf = ({ name }: SentCall) =>
    definitionOf(name).who === 'organiser' ? ORGANISER_MS : CALL_MS

  async function expectCheap(
    what: string,
    work: () => Promise<unknown>,
    most: number,
  ): Promise<void> {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least > most; tries++)
      least = Math.min(least, await costOf(work))
    expect.soft(least, what).toBeLessThan(most)
  }

  test('fault 83 and abuse 13: costs at most 5 ms of processor time in any field of any call', async () => {
    for (const [index, place] of (await readPlaces()).entries()) {
      for (const text of fc.sample(oddText, { numRuns: TEXTS_EACH, seed: SEED + index })) {
        const call = place.with(filled(text, place.room))
        await expectCheap(
          `${place.name}.${place.at}: ${JSON.stringify(text)}`,
          () => send(call),
          CALL_MS,
        )
      }
    }
  })

  test('fault 83: the longest texts that are still accepted cost no more than the limit of their call', async () => {
    for (const { what, call } of oddCalls.full(await readVersion()))
      await expectCheap(what, () => send(call), mostOf(call))
  })

  test.each([
    ['over four times longer than any limit', 'a'.repeat(8_001)],
    ['with nine marks on a letter', `a${'\u0301'.repeat(9)}`],
    ['with nine marks and joiners on a letter', `a${'\u0301\u200D'.repeat(9)}`],
  ])(
    'fault 83: in every field of every call a text %s is refused before it is looked up',
    async (_what, text) => {
      for (const { at, ...place } of await readPlaces()) {
        const answer = (await send(place.with(text))).json()
        const [result = answer] = answer.results ?? []
        expect.soft(result.code, `${place.name}.${at}`).toBe('INVALID_INPUT')
        if (place.name === 'applyEvent' && at.startsWith('event.')) {
          const [, ...path] = at.split('.')
          expect.soft(answer.faults[0].path, at).toBe(path.join('.'))
        }
      }
    },
  )

  test('fault 83: no form and no JSON costs more than the limit of its call', async () => {
    for (const { what, call } of [...oddCalls.forms(), ...oddCalls.json()])
      await expectCheap(what, () => send(call), mostOf(call))
  })

  test('fault 83: no event and no guest list of 1 MiB costs more than 250 ms of processor time', async () => {
    for (const [what, event] of Object.entries(ODD.events)) {
      for (const more of ['&dry_run=1', '&confirm=1']) {
        const call = withEvent(event, await readVersion(), more)
        await expectCheap(`${what}${more}`, () => send(call), ORGANISER_MS)
      }
    }
    for (const { what, call } of oddCalls.guests())
      await expectCheap(what, () => send(call), ORGANISER_MS)
  })

  test('fault 83: no header that the server reads costs more than 5 ms of processor time', async () => {
    for (const { what, call, headers } of oddCalls.headers())
      await expectCheap(what, () => send(call, headers), CALL_MS)
  })
})
