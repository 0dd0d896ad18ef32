import { afterEach, expect, test } from 'vitest'
import { CALL_NAMES, type CallInput, type CallName, definitionOf } from '#contract/calls'
import { writeSetting } from '#server/db/queries/settings'
import { type Cast, insertCast, ROLES, type Role } from '../support/cast'
import { moveStaff } from '../support/event'
import { signIn, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'
import { casesOf, isAbout } from './call-cases'
import { WHO_MAY } from './who-may'

/** Calls that count wrong codes or create codes even if they are refused or made for somebody else. */
const TOUCH_SIGN_IN: ReadonlySet<CallName> = new Set([
  'register',
  'requestCode',
  'signIn',
  'signOut',
])

async function outcomeOf(
  { browser }: Cast,
  role: Role,
  name: CallName,
  input: object,
): Promise<string> {
  if (name !== 'awardMany') return await browser[role].outcome(name, input as never)
  const { status, code, results } = (
    await browser[role].post(name, input as CallInput<'awardMany'>)
  ).json()
  if (status === 'KO') return code
  // Each award in the batch has its own result.
  return results[0].status === 'OK' ? 'OK' : results[0].code
}

onOneEngine('the permissions of each call', (game) => {
  // Each call starts with open results.
  afterEach(() => game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', null)))

  test.each(CALL_NAMES)('%s: every role, on everyone’s ids', async (name) => {
    const cases = casesOf(name)
    expect(Object.keys(WHO_MAY[name])).toEqual(cases.map(({ target }) => target))
    /** The last cast and its rows, if no call has changed them: the next call uses them again. */
    let untouched: { readonly cast: Cast; readonly rows: string } | null = null
    for (const { target, input } of cases) {
      const outcomes: string[] = []
      for (const role of ROLES) {
        const cast: Cast = untouched?.cast ?? (await insertCast(game))
        const before: string = untouched?.rows ?? (await cast.dump())
        untouched = null
        const outcome = await outcomeOf(cast, role, name, input(cast))
        outcomes.push(outcome)
        if (TOUCH_SIGN_IN.has(name) || (outcome === 'OK' && definitionOf(name).effect === 'change'))
          continue
        expect(await cast.dump(), `${name} of ${target} by the ${role} changed something`).toBe(
          before,
        )
        untouched = { cast, rows: before }
      }
      expect(outcomes, `${name} of ${target}`).toEqual(WHO_MAY[name][target])
    }
  })
})

onOneEngine('the caller of a call', (game) => {
  test.each(
    CALL_NAMES.filter((name) => 'user_id' in definitionOf(name).input.entries && !isAbout(name)),
  )('fault 16: %s under another’s account is OTHER_ACCOUNT, and changes nothing', async (name) => {
    for (const role of ROLES.filter((one) => one !== 'visitor')) {
      const cast = await insertCast(game)
      const other = role === 'captain' ? cast.user.member : cast.user.captain
      const [theCase] = casesOf(name)
      const before = await cast.dump()
      expect(
        await outcomeOf(cast, role, name, { ...theCase?.input(cast), user_id: other }),
        role,
      ).toBe('OTHER_ACCOUNT')
      expect(await cast.dump()).toBe(before)
    }
  })

  test('permission is checked before the input', async () => {
    const visitor = game.client()
    const vendor = (await signIn(game, 'iva')).api
    expect((await visitor.ko('createTeam', { team_name: '' })).code).toBe('NOT_AUTHENTICATED')
    expect((await vendor.ko('createTeam', { team_name: '' })).code).toBe('FORBIDDEN')
  })

  test('a change of role takes effect with the next call, from player to staff and back', async () => {
    const { id, api } = await signUp(game)
    expect(await api.outcome('listAwards', {})).toBe('FORBIDDEN')
    await moveStaff(game.db, id, 'arkade')
    expect(await api.outcome('listAwards', {})).toBe('OK')
    expect((await api.ok('currentUser', {})).user.vendor).toEqual({
      vendor_id: 'arkade',
      name: 'Arkadna zona',
    })
    await moveStaff(game.db, id, null)
    expect(await api.outcome('listAwards', {})).toBe('FORBIDDEN')
  })
})
