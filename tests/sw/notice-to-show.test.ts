import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Notice } from '#contract/notice'
import { writeDeviceSession } from '../../src/api/device-session'
import { readNotice } from '../../sw/notice-to-show'

afterEach(() => vi.unstubAllGlobals())

const POINTS: Notice = {
  title: '+25 bodova',
  body: 'Vukovi: Pobjeda (Arkadna zona)',
  path: '/player/tim',
  tag: 'points',
}
const ANY_NEWS = { title: 'Ima novosti', path: '/' }
const push = { json: () => POINTS }

test('fault 49: after an offline sign-out a push shows no more than that there is news', async () => {
  await writeDeviceSession({ is: 'signed-in', userId: 'ana' })
  expect(await readNotice(push)).toEqual(POINTS)
  await writeDeviceSession({ is: 'signing-out', userId: 'ana' })
  expect(await readNotice(push)).toMatchObject(ANY_NEWS)
})

test('fault 49: a push shows no more than that either while the stored session is unreadable', async () => {
  vi.resetModules()
  const open = () => {
    throw new DOMException('Internal error.', 'UnknownError')
  }
  vi.stubGlobal('indexedDB', { open })
  const { readNotice: readAnew } = await import('../../sw/notice-to-show')
  expect(await readAnew(push)).toMatchObject(ANY_NEWS)
})
