import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAILURES_TO_OPEN } from '#server/sms/sms-desk'
import { SMS_NOT_SENT } from '#texts/errors'
import { METRICS_TOKEN } from '../support/game-server'
import { postCall } from '../support/http-call'
import { newProfile } from '../support/people'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'
import { type FakeProvider, INFOBIP, startFakeProvider } from '../support/sms-provider'

const KEY = 'tajni-kljuc-racuna'
const folder = ownServerFolder()
let provider: FakeProvider
let server: ServerProcess
beforeAll(async () => {
  provider = await startFakeProvider()
  const SMS_URL = `infobip://${KEY}@${provider.base.host}?sender=GeekQuest`
  server = await startServerProcess(folder, undefined, { SMS_URL, METRICS_TOKEN })
})
afterAll(() => provider.close())

async function register(profile = newProfile()) {
  const answer = await postCall(server.url, 'register', { user_data: profile })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown>, mobile: profile.mobile }
}

test('a server sends SMS through Infobip, says when it cannot, and keeps key and numbers out of its log', async () => {
  const good = await register()
  expect(good.status).toBe(200)
  const message = JSON.parse(provider.requests[0]?.body ?? '').messages[0]
  expect(message.destinations[0].to).toMatch(/^385\d+$/)
  expect(message.content.text).toMatch(/@igra\.example\.hr #\d{6}$/)
  expect(provider.requests[0]?.headers.authorization).toBe(`App ${KEY}`)

  provider.answers = [INFOBIP.unauthorized]
  for (let time = 0; time < FAILURES_TO_OPEN + 2; time++) {
    const { status, json } = await register()
    expect([status, json.code, json.message]).toEqual([503, 'UNAVAILABLE', SMS_NOT_SENT])
  }
  expect(provider.requests).toHaveLength(1 + FAILURES_TO_OPEN)
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  expect(metrics).toMatch(/^geekquest_sms_failing 1$/m)

  expect(await server.end('SIGTERM')).toBe(0)
  const log = server.output()
  expect(log).toContain('"sms":"failing"')
  expect(log).toContain('HTTP 401')
  for (const secret of [KEY, message.destinations[0].to, message.content.text.slice(-6)]) expect(log).not.toContain(secret)
})
