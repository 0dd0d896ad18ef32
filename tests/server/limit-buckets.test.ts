import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_NAMES, type CallName } from '#contract/calls'
import { type App, buildApp } from '#server/app'
import { type CallLimit, createLimits, type Limits } from '#server/limits'
import { createApiClient } from '../support/api-client'
import { insertCast, type Role } from '../support/cast'
import { INPUTS } from '../support/examples'
import { onOneEngine } from '../support/use-game'

type Bucket = keyof Limits

/** What each call is counted in: the bucket of a player, of a booth's staff, and of somebody without a session. */
type CountedIn = readonly [player: readonly Bucket[], staff: readonly Bucket[], visitor: readonly Bucket[]]

const usual: CountedIn = [['account'], ['account'], ['address']]
const award: CountedIn = [['account'], [], ['address']]
const alsoByAddress = (bucket: Bucket): CountedIn => [['account', bucket], ['account', bucket], [bucket]]

/** The calls that are counted elsewhere. */
const UNUSUAL: { readonly [N in CallName]?: CountedIn } = {
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

onOneEngine('the limits of every call', (game) => {
  let app: App
  /** Those that a call was counted in; each of them lets it pass. */
  let counted: Bucket[] = []
  beforeAll(async () => {
    const counting = (bucket: Bucket): CallLimit => ({
      ...createLimits()[bucket],
      take: () => {
        counted.push(bucket)
        return 0
      },
    })
    const limits = Object.fromEntries(BUCKETS.map((bucket) => [bucket, counting(bucket)])) as Limits
    app = await buildApp(game.game, { webApp: null, log: 'silent', limits })
  })
  afterAll(() => app.close())

  test.each(CALL_NAMES)('abuse 5: %s is counted in its own limits, and in no other', async (name) => {
    const cast = await insertCast(game)
    for (const [index, role] of WHO.entries()) {
      const browser = createApiClient(app)
      browser.cookie = cast.browser[role].cookie
      counted = []
      await browser.post(name, inputOf(name) as never)
      // A session is new to this server, and guessing one is limited too.
      const expected = [...((UNUSUAL[name] ?? usual)[index] ?? []), ...(role === 'visitor' ? [] : ['unproven'])]
      expect([...new Set(counted)].toSorted(), `as ${role}`).toEqual(expected.toSorted())
    }
  })
})
