import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { openDatabase } from '#server/db/open'
import { createTestDatabase } from '../support/databases'
import { gameOn } from '../support/game-on'
import { METRICS_TOKEN } from '../support/game-server'
import { onOneEngine } from '../support/use-game'

const READER = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }

onOneEngine('what monitors ask', (game) => {
  test.each(['/health', '/ready'])('%s answers 200 with JSON that nobody caches', async (url) => {
    const answer = await game.app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'OK', server_time: expect.any(String) }])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  })

  test('/metrics counts calls by outcome, and says whether SMS leave', async () => {
    const browser = game.client()
    await browser.ko('currentUser', {})
    await browser.ok('requestCode', { id: '+385911234567' })
    const answer = await game.app.inject({ url: '/metrics', ...READER })
    // Prometheus' own check refuses a gauge under a counter's name.
    expect(answer.body).not.toMatch(/^# TYPE \S+_total gauge$/m)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="currentUser",code="NOT_AUTHENTICATED"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_calls_total\{call="requestCode",code="OK"\} 1$/m)
    expect(answer.body).toMatch(/^geekquest_call_seconds_count 2$/m)
    expect(answer.body).toMatch(/^geekquest_sms_failing 0$/m)
    expect(answer.body).toMatch(/^process_cpu_seconds_total /m)
  })

  test('DEPLOYMENT.md lists every metric, and each is named as Prometheus asks for', async () => {
    const { body } = await game.app.inject({ url: '/metrics', ...READER })
    const types = [...body.matchAll(/^# TYPE (geekquest_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    const [, section = ''] = readFileSync('docs/DEPLOYMENT.md', 'utf8').split('## What monitors ask')
    const listed = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `geekquest'))
    expect(listed.flatMap((line) => line.split('|')[1]?.match(/geekquest_\w+/g) ?? []).toSorted()).toEqual(
      types.map(({ name }) => name).toSorted(),
    )
    for (const { name, type } of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  })

  test.each<[string, number]>([
    [`Bearer ${METRICS_TOKEN}`, 200],
    [`bearer ${METRICS_TOKEN}`, 200],
    [`Bearer ${METRICS_TOKEN}x`, 404],
    [METRICS_TOKEN, 404],
    ['', 404],
  ])('/metrics with authorization "%s": %i', async (authorization, status) => {
    const answer = await game.app.inject({ url: '/metrics', headers: authorization === '' ? {} : { authorization } })
    expect(answer.statusCode).toBe(status)
    if (status === 404) expect(answer.json().code).toBe('NOT_FOUND')
  })
})

test('/metrics is there for nobody where no token is set', async () => {
  const database = await createTestDatabase('sqlite')
  const db = await openDatabase(database.location)
  const app = await buildApp(gameOn(db), { webApp: null, log: 'silent' })
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer null' }]) {
    const answer = await app.inject({ url: '/metrics', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  }
  await app.close()
  await db.close()
  await database.drop()
})
