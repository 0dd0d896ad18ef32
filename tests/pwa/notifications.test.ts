import { afterEach, expect, test, vi } from 'vitest'
import { turnOff } from '../../src/pwa/notifications'

afterEach(() => vi.unstubAllGlobals())

/** A device whose subscription the browser and the server end, or fail to. */
function stubDevice(browserEndsIt: boolean, serverForgetsIt: boolean): void {
  const subscription = {
    endpoint: 'https://push.example.com/send/1',
    unsubscribe: async () => browserEndsIt,
  }
  const pushManager = { getSubscription: async () => subscription }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  const answer = serverForgetsIt
    ? Response.json({ status: 'OK', server_time: '2026-05-09T12:00:00.000Z' })
    : Response.error()
  vi.stubGlobal('fetch', async () => answer)
}

test.each([
  [true, false, true],
  [false, true, true],
  [false, false, false],
])(
  'notifications that the browser ended (%s) or the server forgot (%s) are off: %s',
  async (browserEndsIt, serverForgetsIt, isOff) => {
    stubDevice(browserEndsIt, serverForgetsIt)
    expect(await turnOff('iva')).toBe(isOff)
  },
)

test('notifications are not reported as off if no worker is ready to end them', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.reject(new Error('no worker')) } })
  expect(await turnOff('iva')).toBe(false)
})
