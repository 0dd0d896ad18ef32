import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse as Response } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { randomToken } from '#server/random'
import { insertTag } from '../support/event'
import { expectTransportKo, inject, type RawCall, SECURITY_HEADERS } from '../support/http'
import { newProfile, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

function useFloods() {
  const game = useGame('sqlite', { limitsByClock: true })
  // Resets the limits for each test.
  beforeEach(() => game().clock.advance(2 * HOUR))

  let addresses = 0
  const newAddress = () => `198.51.100.${++addresses}`
  const call = (address: string, own: RawCall = {}) =>
    inject(game(), { ...own, headers: { ...own.headers, 'x-forwarded-for': address } })
  const login = (address: string, fields: Record<string, string>) =>
    call(address, { query: { action: 'login', option: '' }, payload: form(fields) })
  const register = (address: string, user_data: object) =>
    call(address, { query: { action: 'register', option: '' }, payload: form({ user_data: JSON.stringify(user_data) }) })
  const rank = (address: string) => call(address, { query: { action: 'ranking', option: '' }, payload: '' })

  async function statusesOf(calls: readonly Promise<Response>[]): Promise<number[]> {
    return (await Promise.all(calls)).map((response) => response.statusCode)
  }

  return { game, newAddress, call, login, register, rank, statusesOf }
}

const answered = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length

describe('floods of calls that are refused without the database', () => {
  const { game, newAddress, call, login, register, rank, statusesOf } = useFloods()

  const SPOILT: Readonly<Record<string, RawCall>> = {
    'without a fingerprint': { query: { fingerprint: '' } },
    'of no known action': { query: { action: 'nema-je' } },
    'from a foreign page': { headers: { origin: 'https://evil.example' } },
    'of a wrong type': { headers: { 'content-type': 'application/json' } },
    'too large': { payload: 'a'.repeat(40_000) },
    'with a field twice': { payload: 'id=a&id=b' },
    'not by POST': { method: 'GET', payload: '' },
    'of somebody who would have to sign in': { query: { action: 'team', option: 'list' } },
    'with nothing in it': { query: { action: 'register', option: '' }, payload: '' },
  }

  test('abuse 5: each kind of spoilt call counts like any other, and leaves registering and signing in as they were', async () => {
    const address = newAddress()
    const kinds = Object.entries(SPOILT)
    const statuses = await statusesOf(times(1_300).map((number) => call(address, kinds[number % kinds.length]?.[1])))
    // One that did not count would be answered beyond these.
    expect(answered(statuses)).toBe(1_200)
    for (const [what, spoilt] of kinds) {
      const refused = await call(address, spoilt)
      expectTransportKo(refused, 'TOO_MANY_REQUESTS')
      expect(refused.headers).toMatchObject(SECURITY_HEADERS)
      expect([what, Number(refused.headers['retry-after'])]).toEqual([what, 60])
    }
    expect((await register(address, newProfile())).json().status).toBe('OK')
    expect(await statusesOf([call(address), login(address, { id: 'nitko', mtp: '123456' }), rank(address)])).toEqual([
      200, 200, 200,
    ])
    game().clock.advance(MINUTE)
    for (const [what, spoilt] of kinds) expect([what, (await call(address, spoilt)).statusCode]).not.toEqual([what, 429])
  })

  test('abuse 5: registrations with invalid input do not count as registrations', async () => {
    const address = newAddress()
    await statusesOf(times(1_500).map(() => register(address, { ...newProfile(), nickname: '' })))
    expect((await register(address, { ...newProfile(), nickname: '' })).statusCode).toBe(429)
    expect((await register(address, newProfile())).json().status).toBe('OK')
  })

  test('abuse 5: an account cannot bypass an address’s limits for codes and attempts', async () => {
    const address = newAddress()
    const [one, two] = [await signUp(game()), await signUp(game())]
    const from = { 'x-forwarded-for': address }
    const ask = ({ api }: typeof one) => api.raw({ action: 'login', option: 'code' }, form({ id: randomUUID() }), from)
    let passed = 0
    for (let second = 0; second < 8; second++) {
      passed += answered(await statusesOf(times(80).flatMap(() => [ask(one), ask(two)])))
      game().clock.advance(1_000)
    }
    expect(passed).toBe(1_200)
    expect((await one.api.raw({ action: 'login' }, '', from)).statusCode).toBe(200)
  })
})

describe('floods of calls', () => {
  const { game, newAddress, statusesOf } = useFloods()

  test('abuse 5: a flood of invalid sessions does not lock out users at the same address with a known session', async () => {
    const address = newAddress()
    const person = await signUp(game())
    await person.api.ok('currentUser', {})
    const madeUp = times(400).map(() => {
      const browser = game().client()
      browser.cookie = randomToken()
      return browser.raw({ action: 'login' }, '', { 'x-forwarded-for': address })
    })
    // A registration invalidates the server's session cache.
    await signUp(game())
    expect(await statusesOf(madeUp)).toContain(429)
    expect((await person.api.raw({ action: 'login' }, '', { 'x-forwarded-for': address })).json().status).toBe('OK')
  })

  test('abuse 11: after many unknown tag ids an account has to wait, also for an existing tag', async () => {
    const guesser = await signUp(game())
    const [nfc_id, team_name] = [await insertTag(game().db, { nfc_type: 'team' }), 'Nagađači']
    const guess = () => guesser.api.raw({ action: 'scan', nfc_id: randomUUID() })
    expect(answered(await statusesOf(times(60).map(guess)))).toBe(30)
    expect((await guesser.api.raw({ action: 'scan', nfc_id })).statusCode).toBe(429)
    const create = () => guesser.api.raw({ action: 'team', option: 'create', nfc_id }, form({ team_name }))
    expect((await create()).statusCode).toBe(429)
    expect((await guesser.api.raw({ action: 'login' })).statusCode).toBe(200)
    expect(await (await signUp(game())).api.outcome('scan', { nfc_id })).toBe('OK')
    game().clock.advance(MINUTE)
    expect((await create()).json().status).toBe('OK')
  })

  test('abuse 11: founding a team and marking tags as written cannot be used to guess ids either', async () => {
    const [player, staff] = [await signUp(game()), await signInStaff(game(), 'iva')]
    const found = () =>
      player.api.raw({ action: 'team', option: 'create', nfc_id: randomUUID() }, form({ team_name: randomUUID() }))
    for (const _ of times(30)) expect((await found()).json().code).toBe('TAG_NOT_FOUND')
    expect((await found()).statusCode).toBe(429)
    const mark = () => staff.api.raw({ action: 'tag', option: 'written', nfc_id: randomUUID() })
    for (const _ of times(30)) expect((await mark()).json().code).toBe('TAG_NOT_FOUND')
    expect((await mark()).statusCode).toBe(429)
  })

  test('abuse 11: scans of existing tags are not limited', async () => {
    const { api } = await signUp(game())
    const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
    for (const _ of times(60)) expect(await api.outcome('scan', { nfc_id })).toBe('OK')
  })

  test('abuse 11: an account may found ten teams an hour; refused attempts do not count', async () => {
    const { api } = await signUp(game())
    const found = () => api.raw({ action: 'team', option: 'create' }, form({ team_name: 'Dan i noć' }))
    const disband = () => api.ok('disbandTeam', { team_name: 'Dan i noć' })
    for (const _ of times(9)) {
      expect((await found()).json().status).toBe('OK')
      expect((await found()).json().code).toBe('ALREADY_IN_TEAM')
      await disband()
    }
    expect((await found()).json().status).toBe('OK')
    await disband()
    const refused = await found()
    expectTransportKo(refused, 'TOO_MANY_REQUESTS')
    game().clock.advance(HOUR)
    expect((await found()).json().status).toBe('OK')
  })
})
