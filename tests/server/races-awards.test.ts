import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import type { Engine } from '../support/databases'
import { insertTag } from '../support/event'
import { foundTeam, type Person, signInAgain, signInStaff } from '../support/people'
import { useGame } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

const PLACES: readonly (readonly [Engine, number])[] = [
  ['sqlite', 1],
  ['postgres', 2],
]

describe.each(PLACES)('awards at the same moment, on %s with %i server(s)', (engine, servers) => {
  const game = useGame(engine, { servers })
  const ledgerOf = (team_id: string) => game().db.read.selectFrom('awards').where('team_id', '=', team_id).selectAll().execute()

  /** One account on `count` devices, spread over the servers. */
  async function devices(name: 'iva' | 'luka', count: number): Promise<Person[]> {
    const all: Person[] = []
    while (all.length < count) all.push(await signInStaff(game(), name, all.length % servers))
    return all
  }

  test('fault 34: of ten devices of one booth that award one team and type one gets the award, and nine COOLDOWN', async () => {
    const { team, award } = await atTheBooth(game())
    const all = [...(await devices('iva', 5)), ...(await devices('luka', 5))]
    const outcomes = await Promise.all(all.map(({ api }) => api.outcome('awardPoints', award())))
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'COOLDOWN')).toHaveLength(9)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('fault 40, rule 10: one award_id sent 20 times in parallel has one effect', async () => {
    const { team, award } = await atTheBooth(game())
    const sent = award({ queued_ms: 1_000 })
    const all = await devices('iva', 20)
    const answers = await Promise.all(all.map(({ api }) => api.ok('awardPoints', sent)))
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer.award))).size).toBe(1)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('fault 35: one award_id for many teams at once is recorded for one team and a conflict for all others', async () => {
    const all = await devices('iva', 6)
    const award_id = randomUUID()
    const teams = await Promise.all(all.map(() => foundTeam(game())))
    const outcomes = await Promise.all(
      all.map(({ api }, index) =>
        api.outcome('awardPoints', { team_id: teams[index]?.id ?? '', point_type: 'pobjeda', award_id }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'AWARD_CONFLICT')).toHaveLength(5)
    const recorded = await game().db.read.selectFrom('awards').where('award_id', '=', award_id).selectAll().execute()
    expect(recorded).toHaveLength(1)
  })

  test('fault 67: the booth’s own call and the team’s copy in the same moment are one award', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const device = await signingDevice(game(), staff, team.id)
    const captain = await signInAgain(game(), team.captain.id, servers - 1)
    for (let round = 1; round <= 10; round++) {
      const sent = award()
      const voucher = await device.voucher({ awardId: sent.award_id, pointType: 'dolazak' })
      const both = await Promise.all([staff.api.ok('awardPoints', sent), captain.api.ok('deliver', { voucher })])
      expect(new Set(both.map(({ duplicate }) => duplicate))).toEqual(new Set([false, true]))
    }
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(10)
  })

  test('rule 11: a bonus scanned by all members at once is collected once', async () => {
    const team = await foundTeam(game(), { size: 5 })
    const nfc_id = await insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
    const everybody: Person[] = []
    for (const [index, { id }] of [team.captain, ...team.members].entries()) {
      everybody.push(await signInAgain(game(), id, index % servers))
    }
    const answers = await Promise.all(everybody.map(({ api }) => api.ok('scan', { nfc_id })))
    expect(answers.filter(({ nfc }) => !nfc.already_collected)).toHaveLength(1)
    expect(new Set(answers.map(({ nfc }) => nfc.award?.award_id)).size).toBe(1)
    expect(await ledgerOf(team.id)).toHaveLength(1)
  })

  test('when a disband races an award, the ledger has exactly the awards that got OK', async () => {
    const all = await devices('iva', 4)
    const { team, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const sent = all.map(() => award())
    const captain = await signInAgain(game(), team.captain.id, servers - 1)
    const [disbanded, ...outcomes] = await Promise.all([
      captain.api.outcome('disbandTeam', { team_name: team.name }),
      ...all.map(({ api }, index) => api.outcome('awardPoints', sent[index] ?? award())),
    ])
    expect(disbanded).toBe('OK')
    const recorded = new Set((await ledgerOf(team.id)).map((row) => row.award_id))
    for (const [index, outcome] of outcomes.entries()) {
      expect(['OK', 'TEAM_NOT_FOUND']).toContain(outcome)
      expect(recorded.has(sent[index]?.award_id ?? '')).toBe(outcome === 'OK')
    }
  })

  test('when a disband races a bonus, the ledger has exactly the scans that got OK', async () => {
    const team = await foundTeam(game(), { size: 3 })
    const nfc_id = await insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
    const [disbanded, ...outcomes] = await Promise.all([
      team.captain.api.outcome('disbandTeam', { team_name: team.name }),
      ...team.members.map(({ api }) => api.outcome('scan', { nfc_id })),
    ])
    expect(disbanded).toBe('OK')
    for (const outcome of outcomes) expect(['OK', 'NOT_IN_TEAM']).toContain(outcome)
    expect(await ledgerOf(team.id)).toHaveLength(outcomes.includes('OK') ? 1 : 0)
  })

  test('rule 12: an award voided from two devices at once is voided once, and both get OK', async () => {
    const { staff, award } = await atTheBooth(game())
    const sent = award()
    await staff.api.ok('awardPoints', sent)
    const luka = await signInStaff(game(), 'luka', servers - 1)
    const answers = await Promise.all([staff, luka].map(({ api }) => api.ok('voidAward', { award_id: sent.award_id })))
    expect(answers.map((answer) => answer.award.voided)).toEqual([true, true])
    const voids = await game().db.read.selectFrom('voids').where('award_id', '=', sent.award_id).selectAll().execute()
    expect(voids).toHaveLength(1)
  })
})
