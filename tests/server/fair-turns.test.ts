import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { CallInput } from '#contract/calls'
import type { ApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { moveStaff } from '../support/event'
import { signInStaff, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

onOneEngine('fault 76: awards of many accounts', (game) => {
  const many = (awards: () => CallInput<'awardMany'>['awards'][number]) => ({ awards: times(40).map(awards) })
  const post = async (api: ApiClient, input: CallInput<'awardMany'>) => await api.post('awardMany', input)

  test('640 awards of one booth at once, with nobody else waiting, are all recorded', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    await Promise.all(times(16).map(() => staff.api.ok('awardMany', many(award))))
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(640)
  })

  test('whoever floods the queue is told to wait, and an award of another booth is recorded at once', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const flooders = await Promise.all((['mia', 'luka'] as const).map((name) => signInStaff(game(), name)))
    const unknown = () => ({ team_id: randomUUID(), point_type: 'dolazak', award_id: randomUUID() })
    const repeated = unknown()
    const flood = flooders.flatMap(({ api }, at) => times(40).map(() => post(api, many(at === 0 ? unknown : () => repeated))))
    const honest = times(20).map(() => staff.api.ok('awardPoints', award()))
    await Promise.all(honest)
    const answers = await Promise.all(flood)
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(20)
    const limited = answers.filter(({ statusCode }) => statusCode === 429)
    expect(limited.length).toBeGreaterThan(0)
    expect(limited[0]?.headers['retry-after']).toBe('1')
  })

  test('who never was a booth’s staff takes no place, and loses none of another account’s awards', async () => {
    const { award } = await atTheBooth(game())
    const player = await signUp(game())
    const write = vi.spyOn(game().db, 'write')
    expect(await player.api.outcome('awardPoints', award())).toBe('FORBIDDEN')
    expect(await player.api.outcome('awardMany', { awards: [award(), award()] })).toBe('FORBIDDEN')
    const { results } = await player.api.ok('awardMany', { awards: [award({ user_id: 'iva' }), award()] })
    expect(results).toMatchObject([{ code: 'OTHER_ACCOUNT' }, { code: 'FORBIDDEN' }])
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  test('a call counts as many as its awards, but for a booth’s staff; who was staff is answered as ever', async () => {
    const { staff, award } = await atTheBooth(game(), { staff: 'luka', point_type: 'dolazak' })
    const given = award()
    await staff.api.ok('awardPoints', given)
    const calls = async () =>
      await Promise.all(
        times(4).map(
          async () =>
            (
              await post(
                staff.api,
                many(() => given),
              )
            ).statusCode,
        ),
      )
    expect(await calls()).toEqual([200, 200, 200, 200])
    await moveStaff(game().db, staff.id, null)
    expect((await staff.api.ok('awardMany', { awards: [given] })).results).toMatchObject([{ duplicate: true }])
    expect((await calls()).filter((status) => status === 429).length).toBeGreaterThan(0)
  })
})
