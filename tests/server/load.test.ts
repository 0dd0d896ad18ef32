import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAnswer } from '#contract/answer'
import { type CallInput, type CallName, calls } from '#contract/calls'
import { SESSION_COOKIE } from '#contract/protocol'
import { encodeCall } from '#contract/wire'
import type { SentAward } from '../support/booth'
import { ENGINES } from '../support/databases'
import { POINT_TYPES } from '../support/event'
import { FORM } from '../support/http'
import { foundTeam, type Person, signInStaff, type Team } from '../support/people'
import { useGame } from '../support/use-game'

const CONNECTIONS = 64
const TEAMS = 8
const AWARDS = 128
/** Calls of one account per second, below its rate limit. */
const READINGS_EACH = 8

describe.each(ENGINES)('64 connections at once on %s', (engine) => {
  const game = useGame(engine)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const teams: Team[] = []
  const staff: Person[] = []
  let port = 0

  beforeAll(async () => {
    const { app } = game().servers[0] ?? {}
    if (app === undefined) throw new Error('there is no server')
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
    for (let team = 0; team < TEAMS; team++) teams.push(await foundTeam(game()))
    for (const name of ['iva', 'luka'] as const) staff.push(await signInStaff(game(), name))
  })
  afterAll(() => agent.destroy())

  function send<N extends CallName>(person: Person, name: N, input: CallInput<N>): Promise<{ status: number; body: string }> {
    const { query, body } = encodeCall(calls[name], input)
    const path = `/api?${new URLSearchParams([['fingerprint', randomUUID()], ...query])}`
    const headers = { 'content-type': FORM, cookie: `${SESSION_COOKIE}=${person.api.cookie ?? ''}` }
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', reject)
      })
      call.on('error', reject)
      call.end(new URLSearchParams(body).toString())
    })
  }

  test('faults 4 and 5: every acknowledged award is in the ledger once, though each was sent twice while others read', async () => {
    const awards = Array.from({ length: AWARDS }, (_, index): SentAward => {
      return { team_id: teams[index % TEAMS]?.id ?? '', point_type: 'dolazak', award_id: randomUUID() }
    })
    const giving = awards.flatMap((award, index) => {
      const person = staff[index % staff.length]
      if (person === undefined) throw new Error('there is no staff')
      return [0, 1].map(async () => ({ id: award.award_id, ...(await send(person, 'awardPoints', award)) }))
    })
    const reading = teams.flatMap(({ captain }) =>
      Array.from({ length: READINGS_EACH }, (_, index) => send(captain, index % 2 === 0 ? 'currentUser' : 'listTeams', {})),
    )

    const answers = await Promise.all(giving)
    const readings = await Promise.all(reading)
    expect(readings.filter(({ status }) => status !== 200)).toEqual([])
    const results = answers.map(({ id, status, body }) => ({
      id,
      status,
      answer: parseAnswer(calls.awardPoints, JSON.parse(body)),
    }))
    expect(results.filter(({ status, answer }) => status !== 200 || answer.status !== 'OK')).toEqual([])
    const fresh = results.filter(({ answer }) => answer.status === 'OK' && !answer.output.duplicate)

    const ledger = await game().db.read.selectFrom('awards').select('award_id').execute()
    const ids = awards.map(({ award_id }) => award_id).sort()
    expect(ledger.map(({ award_id }) => award_id).sort()).toEqual(ids)
    expect(fresh.map(({ id }) => id).sort()).toEqual(ids)
    const each = (AWARDS / TEAMS) * POINT_TYPES.dolazak.points
    for (const { captain } of teams) expect((await captain.api.ok('teamPoints', {})).points).toBe(each)
  })
})
