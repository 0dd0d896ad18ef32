import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_NAMES, type CallName, calls } from '#contract/calls'
import { SESSION_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import { createReceiver } from '#server/http/receive'
import { createLimits, type Limits } from '#server/limits/limits'
import { insertCast, type Role } from '../support/cast'
import { INPUTS } from '../support/inputs'
import { onEachEngine } from '../support/use-game'

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

const ADDRESS = '203.0.113.9'
const WHO = ['stranger', 'staff of booth A', 'visitor'] as const satisfies readonly Role[]

const BUCKETS = Object.keys(createLimits()) as readonly Bucket[]

/** Limits of which one has nothing left for these keys. */
function exhausted(bucket: Bucket, keys: readonly string[]): Limits {
  const limits = createLimits(() => 0)
  for (const key of keys) while (limits[bucket].take(key) === 0);
  return limits
}

function inputOf(name: CallName): object {
  // Sent along, it would be somebody else's.
  if (name === 'createTeam') return { team_name: 'Nova ekipa', nfc_id: 'nema-ga' }
  const [sample] = fc.sample(INPUTS[name], { numRuns: 1, seed: 1 })
  return { ...sample, user_id: undefined }
}

onEachEngine('the limits of every call', (game) => {
  /** Makes a call on a server with these limits, and returns the answer's code. */
  async function codeOf(name: CallName, limits: Limits, token: string | null): Promise<string> {
    const [server] = game().servers
    if (server === undefined) throw new Error('no server')
    const { query, body } = encodeCall(calls[name], inputOf(name) as never)
    const pairs = new URLSearchParams([['fingerprint', randomUUID()], ...query])
    const form = new URLSearchParams(body).toString()
    const { answer } = await createReceiver(
      server.game,
      limits,
    )({
      url: `/api?${pairs}`,
      headers: token === null ? {} : { cookie: `${SESSION_COOKIE}=${token}` },
      address: ADDRESS,
      scheme: 'http',
      readBody: async () => form,
    })
    return answer.code
  }

  async function bucketsThatStop(name: CallName, keys: readonly string[], token: string | null): Promise<Bucket[]> {
    const found: Bucket[] = []
    for (const bucket of BUCKETS) {
      if ((await codeOf(name, exhausted(bucket, keys), token)) === 'TOO_MANY_REQUESTS') found.push(bucket)
    }
    return found
  }

  test.each(CALL_NAMES)('abuse 5: %s is stopped by its own limits, and by no other', async (name) => {
    const cast = await insertCast(game())
    for (const [index, role] of WHO.entries()) {
      const keys = [ADDRESS, role === 'visitor' ? '-' : cast.user[role]]
      const stoppedBy = await bucketsThatStop(name, keys, cast.browser[role].cookie)
      // A session is new to this server, and guessing one is limited too.
      const expected = [...((UNUSUAL[name] ?? usual)[index] ?? []), ...(role === 'visitor' ? [] : ['unproven'])]
      expect(stoppedBy.toSorted(), `as ${role}`).toEqual(expected.toSorted())
    }
  })
})
