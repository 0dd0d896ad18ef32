import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALL_NAMES, definitionOf } from '#contract/calls'
import { buildApp } from '#server/app'
import { openDatabase } from '#server/db/open'
import { createApiClient } from '../tests/support/api-client'
import { type Cast, insertCast } from '../tests/support/cast'
import { createClock } from '../tests/support/clock'
import {
  assertRead,
  costOf,
  FURTHEST,
  filled,
  honestCallOf,
  ODD,
  oddCalls,
  type SentCall,
  textPlacesOf,
  withEvent,
  withGuests,
} from '../tests/support/costly-calls'
import { insertEvent } from '../tests/support/event'
import { gameOn } from '../tests/support/game-on'
import { median, type Row, report } from './report/row'

// Measures how long a call that was crafted to be slow occupies the server's thread (fault 83),
// compared with an honest call of its kind.

const ROUNDS = 9
/** How many of the slowest calls are measured again, after all calls were measured once. */
const FINALISTS = 12

interface Contender {
  readonly what: string
  readonly call: SentCall
  readonly headers?: Readonly<Record<string, string>>
}

const directory = await mkdtemp(join(tmpdir(), 'geekquest-bench-texts-'))
const clock = createClock()
const db = await openDatabase({ engine: 'sqlite', file: join(directory, 'game.db') })
const app = await buildApp(gameOn(db, { now: clock.now }), {
  webApp: null,
  log: 'silent',
  clock: clock.now,
})
await insertEvent(db)
const cast: Cast = await insertCast({ db, clock, client: () => createApiClient(app) })

async function send({ what, call: { name, query, body }, headers }: Contender): Promise<void> {
  clock.advance(1_500)
  const { who } = definitionOf(name)
  assertRead(await cast.browser[FURTHEST[who]].raw(query, body, headers), what)
}

/** Measures the processor time of this process, in which server and client run (ms). */
async function measure(contender: Contender): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await costOf(() => send(contender)))
  return median(rounds)
}

async function worstOf(contenders: readonly Contender[]) {
  const once: { readonly contender: Contender; readonly ms: number }[] = []
  for (const contender of contenders) {
    await send(contender)
    once.push({ contender, ms: await costOf(() => send(contender)) })
  }
  const finalists = once.toSorted((one, other) => other.ms - one.ms).slice(0, FINALISTS)
  const measured = []
  for (const { contender } of finalists)
    measured.push({ what: contender.what, ms: await measure(contender) })
  return measured.toSorted((one, other) => other.ms - one.ms)[0] ?? { what: 'none', ms: Number.NaN }
}

const text = (ms: number) => `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`

async function rowOf(
  what: string,
  contenders: readonly Contender[],
  honest: SentCall,
  most: number,
): Promise<Row> {
  const worst = await worstOf(contenders)
  const floor = await measure({ what: 'honest', call: honest })
  return {
    what,
    measured: `${text(worst.ms)} (${worst.what})`,
    floor: `an honest one: ${text(floor)}`,

    ratio: (worst.ms / floor).toFixed(1),
    goal: `at most ${most} ms`,
    verdict: worst.ms <= most ? 'met' : 'missed',
  }
}

try {
  const { version } = await cast.browser.organiser.ok('readEvent', {})
  const isOrganisers = ({ call }: Contender) => definitionOf(call.name).who === 'organiser'
  const isOthers = (contender: Contender) => !isOrganisers(contender)
  const places = CALL_NAMES.flatMap((name) => textPlacesOf(name, version))
  const texts = places.flatMap((place) =>
    Object.entries(ODD.texts).map(([odd, unit]) => ({
      what: `${place.name}, ${place.at}: ${odd}`,
      call: place.with(filled(unit, place.room)),
    })),
  )
  const [json, full] = [oddCalls.json(), oddCalls.full(version)]
  const events = Object.entries(ODD.events).map(([what, make]) => ({
    what,
    call: withEvent(make, version, '&dry_run=1'),
  }))
  report('slow texts', [
    await rowOf(
      'an odd text of 32 KiB in a field of any call',
      texts,
      honestCallOf('register', version),
      5,
    ),
    await rowOf('odd JSON of 32 KiB', json.filter(isOthers), honestCallOf('awardMany', version), 5),
    await rowOf(
      'awards whose texts have the greatest length that the server still reads',
      full.filter(isOthers),
      honestCallOf('awardMany', version),
      5,
    ),
    await rowOf(
      'an event or guests whose texts have the greatest length that the server still reads',
      full.filter(isOrganisers),
      withGuests(ODD.guests['fifty people']?.() ?? []),
      250,
    ),
    await rowOf('an odd form of 32 KiB', oddCalls.forms(), honestCallOf('requestCode', version), 5),
    await rowOf('an odd header', oddCalls.headers(), honestCallOf('requestCode', version), 5),
    await rowOf(
      'odd JSON of 1 MiB',
      json.filter(isOrganisers),
      honestCallOf('applyEvent', version),
      250,
    ),
    await rowOf(
      'an event of 1 MiB, previewed',
      events,
      withEvent(() => JSON.stringify({ tags: [] }), version, '&dry_run=1'),
      250,
    ),
    await rowOf(
      'fifty guests, checked',
      oddCalls.guests(),
      withGuests(ODD.guests['fifty people']?.() ?? []),
      250,
    ),
  ])
} finally {
  await app.close()
  await db.close()
  rmSync(directory, { recursive: true, force: true })
}
