import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_NAMES, type CallName } from '#contract/calls'
import { type App, buildApp } from '#server/app'
import { createLimits, type Limits } from '#server/limits'
import { createApiClient } from '../support/api-client'
import { insertCast, type Role } from '../support/cast'
import { INPUTS } from '../support/examples'
import { onOneEngine } from '../support/use-game'

type Bucket = keyof Limits

/** What stops each call: the bucket of a player, of a booth's staff, and of somebody without a session. */
type StoppedBy = readonly [player: readonly Bucket[], staff: readonly Bucket[], visitor: readonly Bucket[]]

const usual: StoppedBy = [['account'], ['account'], ['address']]
const award: StoppedBy = [['account'], [], ['address']]
const alsoByAddress = (bucket: Bucket): StoppedBy => [['account', bucket], ['account', bucket], [bucket]]

/** The calls that others than the usual stop. */
const UNUSUAL: { readonly [N in CallName]?: StoppedBy } = {
  register: alsoByAddress('register'),
  requestCode: alsoByAddress('requestCode'),
  signIn: alsoByAddress('signIn'),
  ranking: [['account'], ['account'], ['ranking']],
  createTeam: [['account', 'teamsFounded', 'tagGuesses'], ['account'], ['address']],
  awardPoints: award,
  awardMany: award,
  scan: [['account', 'tagGuesses'], ['account', 'tagGuesses'], ['address']],
  markTagWritten: [['account'], ['account', 'tagGuesses'], ['address']],
}

const WHO = ['stranger', 'staff of booth A', 'visitor'] as const satisfies readonly Role[]

const BUCKETS = Object.keys(createLimits()) as readonly Bucket[]

function inputOf(name: CallName): object {
  // Sent along, it would be somebody else's.
  if (name === 'createTeam') return { team_name: 'Nova ekipa', nfc_id: 'nema-ga' }
  const [sample] = fc.sample(INPUTS[name], { numRuns: 1, seed: 1 })
  return { ...sample, user_id: undefined }
}

/** A server of which one limit has nothing left for whom it is told of. */
interface Stopped {
  readonly bucket: Bucket
  readonly limits: Limits
  readonly app: App
}

onOneEngine('the limits of every call', (game) => {
  let stopped: Stopped[] = []
  beforeAll(async () => {
    const [server] = game().servers
    if (server === undefined) throw new Error('no server')
    stopped = await Promise.all(
      BUCKETS.map(async (bucket) => {
        const limits = createLimits(() => 0)
        return { bucket, limits, app: await buildApp(server.game, { webApp: null, log: 'silent', limits }) }
      }),
    )
  })
  afterAll(() => Promise.all(stopped.map(({ app }) => app.close())))

  /** Whether a call of this browser is stopped where the limit of this account and this address has nothing left. */
  async function isStopped({ bucket, limits, app }: Stopped, name: CallName, keys: readonly string[], cookie: string | null) {
    for (const key of keys) while (limits[bucket].take(key) === 0);
    const browser = createApiClient(app)
    browser.cookie = cookie
    browser.address = keys[0] ?? null
    return (await browser.post(name, inputOf(name) as never)).statusCode === 429
  }

  test.each(CALL_NAMES)('abuse 5: %s is stopped by its own limits, and by no other', async (name) => {
    const cast = await insertCast(game())
    for (const [index, role] of WHO.entries()) {
      // Each role has an address of its own, so that one takes nothing from another.
      const keys = [`203.0.${index}.${CALL_NAMES.indexOf(name)}`, role === 'visitor' ? '-' : cast.user[role]]
      const stops = await Promise.all(stopped.map((one) => isStopped(one, name, keys, cast.browser[role].cookie)))
      const stoppedBy = stopped.flatMap(({ bucket }, at) => (stops[at] ? [bucket] : []))
      // A session is new to this server, and guessing one is limited too.
      const expected = [...((UNUSUAL[name] ?? usual)[index] ?? []), ...(role === 'visitor' ? [] : ['unproven'])]
      expect(stoppedBy.toSorted(), `as ${role}`).toEqual(expected.toSorted())
    }
  })
})
