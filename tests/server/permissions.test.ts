import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallInput, type CallName } from '#contract/calls'
import type { Code } from '#contract/codes'
import { ENGINES } from '../support/databases'
import { insertTag } from '../support/event'
import { newProfile, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

/** The response of a permitted call here: the player has no team, and the ids of the inputs do not exist. */
type Outcomes = readonly [visitor: 'OK' | Code, player: 'OK' | Code, vendor: 'OK' | Code]

/** The outcome of each call for visitor, player and vendor. A call without a line does not compile. */
const WHO_MAY: Readonly<Record<CallName, Outcomes>> = {
  register: ['OK', 'OK', 'OK'],
  requestCode: ['OK', 'OK', 'OK'],
  signIn: ['INVALID_CODE', 'INVALID_CODE', 'INVALID_CODE'],
  signOut: ['OK', 'OK', 'OK'],
  currentUser: ['NOT_AUTHENTICATED', 'OK', 'OK'],

  listTeams: ['NOT_AUTHENTICATED', 'OK', 'OK'],
  ranking: ['OK', 'OK', 'OK'],
  listMembers: ['NOT_AUTHENTICATED', 'TEAM_NOT_FOUND', 'TEAM_NOT_FOUND'],
  joinTeam: ['NOT_AUTHENTICATED', 'TEAM_NOT_FOUND', 'FORBIDDEN'],
  listInvites: ['NOT_AUTHENTICATED', 'OK', 'FORBIDDEN'],
  acceptInvite: ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'FORBIDDEN'],
  rejectInvite: ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'FORBIDDEN'],
  removePlayer: ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'FORBIDDEN'],
  disbandTeam: ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'FORBIDDEN'],
  teamPoints: ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'FORBIDDEN'],
  createTeam: ['NOT_AUTHENTICATED', 'TAG_NOT_FOUND', 'FORBIDDEN'],

  listVendors: ['NOT_AUTHENTICATED', 'OK', 'OK'],
  listAwards: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'OK'],
  awardPoints: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'TEAM_NOT_FOUND'],
  // Each award in it has its own result.
  awardMany: ['NOT_AUTHENTICATED', 'OK', 'OK'],
  voidAward: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'AWARD_NOT_FOUND'],
  checkCooldown: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'TEAM_NOT_FOUND'],

  scan: ['NOT_AUTHENTICATED', 'OK', 'OK'],
  listTags: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'OK'],
  markTagWritten: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'OK'],
}

describe.each(ENGINES)('who may make which call on %s', (engine) => {
  const game = useGame(engine)
  let nfc_id = ''
  beforeAll(async () => {
    nfc_id = await insertTag(game().db, { nfc_type: 'team' })
  })

  /** A valid input of every call. */
  function inputs(): { readonly [N in CallName]: CallInput<N> } {
    const byTeam = { team_id: 'nema-ga' }
    const byPlayer = { player_id: 'nema-ga' }
    return {
      register: { user_data: newProfile() },
      requestCode: { id: 'nema-ga' },
      signIn: { id: 'nema-ga', mtp: '123456' },
      signOut: { id: 'nema-ga', mtp: 'logout' },
      currentUser: {},
      createTeam: { team_name: 'Novi tim', nfc_id: 'nema-ga' },
      joinTeam: byTeam,
      listTeams: {},
      ranking: {},
      listMembers: byTeam,
      listInvites: {},
      acceptInvite: byPlayer,
      rejectInvite: byPlayer,
      removePlayer: byPlayer,
      disbandTeam: { team_name: 'Nema ga' },
      teamPoints: {},
      listVendors: {},
      listAwards: {},
      awardPoints: { ...byTeam, point_type: 'pobjeda' },
      awardMany: { awards: [{ ...byTeam, point_type: 'pobjeda' }] },
      voidAward: { award_id: randomUUID() },
      checkCooldown: byTeam,
      scan: { nfc_id },
      listTags: {},
      markTagWritten: { nfc_id },
    }
  }

  test.each(CALL_NAMES)('%s: visitor, player, vendor', async (name) => {
    const browsers = [game().client(), (await signUp(game())).api, (await signInStaff(game(), 'iva')).api]
    const outcomes: string[] = []
    for (const api of browsers) outcomes.push(await api.outcome(name, inputs()[name]))
    expect(outcomes).toEqual(WHO_MAY[name])
  })

  test('permission is checked before the input', async () => {
    const visitor = game().client()
    const vendor = (await signInStaff(game(), 'iva')).api
    expect((await visitor.ko('createTeam', { team_name: '' })).code).toBe('NOT_AUTHENTICATED')
    expect((await vendor.ko('createTeam', { team_name: '' })).code).toBe('FORBIDDEN')
  })

  test('a role changes with the next call: a vendor who loses the booth is a player, and a player who gets one is a vendor', async () => {
    const { id, api } = await signUp(game())
    const setBooth = (vendor_id: string | null) =>
      game().db.write({ on: 'event' }, (db) => db.updateTable('users').set({ vendor_id }).where('user_id', '=', id).execute())
    expect(await api.outcome('listAwards', {})).toBe('FORBIDDEN')
    await setBooth('arkade')
    expect(await api.outcome('listAwards', {})).toBe('OK')
    expect((await api.ok('currentUser', {})).user.vendor).toEqual({ vendor_id: 'arkade', name: 'Arkadna zona' })
    await setBooth(null)
    expect(await api.outcome('listAwards', {})).toBe('FORBIDDEN')
  })
})
