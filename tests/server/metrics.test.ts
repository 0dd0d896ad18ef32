import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type App, buildApp } from '#server/app'
import { recordAudit } from '#server/db/queries/audit'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { METRICS_TOKEN, type TestGame } from '../support/game-server'
import { signUp } from '../support/people'
import { onEachEngine, onOneEngine } from '../support/use-game'

const READER = { url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }

/** The metrics without labels, by name. */
async function numbersOf({ app }: TestGame): Promise<Readonly<Record<string, number>>> {
  const { body } = await app.inject(READER)
  const lines = body.matchAll(/^(geekquest_\w+) (\S+)$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [name, value === '+Inf' ? Infinity : Number(value)]),
  )
}

onEachEngine('the metrics', (game) => {
  test('count each award, bonus, refusal and SMS once, and show waiting awards and the age of the backup', async () => {
    const before = await numbersOf(game)
    expect(before).toMatchObject({
      geekquest_backup_age_seconds: Infinity,
      geekquest_sms_failing: 0,
      geekquest_award_queue: 0,
    })
    const { staff, team, award } = await atTheBooth(game)
    const given = award()
    await staff.api.ok('awardPoints', given)
    await staff.api.ok('awardPoints', given)
    await staff.api.ko('awardPoints', award())
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    for (const _ of [1, 2]) await team.captain.api.ok('scan', { nfc_id })
    await game.db.write({ kind: 'records' }, (db) =>
      recordAudit(db, game.clock.now(), { user_id: null, what: 'backup', reason: null, about: '' }),
    )
    game.clock.advance(90_000)
    const after = await numbersOf(game)
    const grown = (name: string) =>
      (after[`geekquest_${name}`] ?? 0) - (before[`geekquest_${name}`] ?? 0)
    expect([grown('awards_total'), grown('refusals_total'), grown('sms_failed_total')]).toEqual([
      2, 1, 0,
    ])
    expect(grown('sms_sent_total')).toBeGreaterThan(0)
    expect(after).toMatchObject({
      geekquest_backup_age_seconds: 90,
      geekquest_streams: 0,
      geekquest_log_lines_lost_total: 0,
    })
    expect(after.geekquest_database_bytes).toBeGreaterThan(100_000)
    expect(after.geekquest_awards_waiting).toBe(0)
  })

  test('each metric that an alert of deploy/alerts.yml names exists, and each alert says what to do', async () => {
    const alerts = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
      .split(/^ {6}- alert: /m)
      .slice(1)
    expect(alerts.length).toBeGreaterThan(5)
    for (const alert of alerts)
      expect(alert).toMatch(
        /^\w+\n {8}expr: .+\n(.+\n)* {8}annotations:\n {10}summary: .+\n {10}do: .+/,
      )
    const named = alerts.flatMap(
      (alert) => /expr: (.+)/.exec(alert)?.[1]?.match(/\b(?:geekquest|nodejs|process)_\w+/g) ?? [],
    )
    const { body } = await game.app.inject(READER)
    const known = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })
})

onOneEngine('the answers to monitors', (game) => {
  test.each(['/health', '/ready'])('%s answers 200 with JSON that is not cached', async (url) => {
    const answer = await game.app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'OK', server_time: expect.any(String) }),
    ])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test('/metrics counts calls by outcome, and says whether SMS are sent', async () => {
    const browser = game.client()
    await browser.ko('currentUser', {})
    await browser.ok('requestCode', { id: '+385911234567' })
    const answer = await game.app.inject(READER)
    // Prometheus' own checker refuses a gauge with a counter's name.
    expect(answer.body).not.toMatch(/^# TYPE \S+_total gauge$/m)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(
      /^geekquest_calls_total\{call="currentUser",code="NOT_AUTHENTICATED"\} 1$/m,
    )
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="requestCode",code="OK"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_call_seconds_count 2$/m)
    expect(answer.body).toMatch(/^geekquest_sms_failing 0$/m)
    expect(answer.body).toMatch(/^process_cpu_seconds_total /m)
  })

  test('/health and the current user contain the server’s version', async () => {
    const health = await game.app.inject({ url: '/health' })
    expect(health.json().version).toBe('development')
    expect((await (await signUp(game)).api.ok('currentUser', {})).server_version).toBe(
      'development',
    )
  })

  test('DEPLOYMENT.md lists every metric, and each name follows Prometheus’ convention', async () => {
    const { body } = await game.app.inject(READER)
    const types = [...body.matchAll(/^# TYPE (geekquest_\w+) (\w+)$/gm)].map(
      ([, name = '', type = '']) => ({ name, type }),
    )
    const [, section = ''] = readFileSync('docs/DEPLOYMENT.md', 'utf8').split(
      '## What monitors ask',
    )
    const listed = (section.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| `geekquest'))
    expect(
      listed.flatMap((line) => line.split('|')[1]?.match(/geekquest_\w+/g) ?? []).toSorted(),
    ).toEqual(types.map(({ name }) => name).toSorted())
    for (const { name, type } of types)
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  })

  test('/metrics answers only with the token, and never if none is set', async () => {
    const closed = await buildApp(game.game, { webApp: null, log: 'silent' })
    const ask = async (app: App, authorization?: string) => {
      const answer = await app.inject({
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      })
      return answer.statusCode === 404 ? answer.json().code : answer.statusCode
    }
    expect(await ask(game.app, `bearer ${METRICS_TOKEN}`)).toBe(200)
    for (const wrong of [`Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN, undefined])
      expect(await ask(game.app, wrong)).toBe('NOT_FOUND')
    for (const wrong of [undefined, 'Bearer ', 'Bearer null'])
      expect(await ask(closed, wrong)).toBe('NOT_FOUND')
    await closed.close()
  })
})
