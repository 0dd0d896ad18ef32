import { afterEach, expect, test, vi } from 'vitest'
import { errorReport, serverVersion } from '#lib/versions'

afterEach(() => vi.unstubAllGlobals())

test('an error report names versions, places in the code and the browser, but nothing of the person', () => {
  const version = { content: '1.0.0+5a6f7c8d9e0f' }
  vi.stubGlobal('document', { querySelector: () => version })
  vi.stubGlobal('window', { innerWidth: 412, innerHeight: 915 })
  vi.stubGlobal('navigator', { userAgent: 'Browser/1', onLine: false })
  serverVersion.set('1.0.1+0123456789ab')
  const error = Object.assign(new TypeError('Nela Horvat at https://igra.hr/l/nela/token'), {
    code: 'INTERNAL',
  })
  error.stack = `TypeError: ${error.message}\n    at Card (https://igra.hr/assets/game-a1b2.js:1:2345)\n    at https://igra.hr/l/nela/token`
  const report = errorReport(error, '/qr/$qrSlug')
  const [versions, place, ...rest] = report.split('\n')
  expect(versions).toBe('app 1.0.0+5a6f7c8d9e0f, server 1.0.1+0123456789ab')
  expect(place).toMatch(/^[\d-]+T[\d:.]+Z \/qr\/\$qrSlug$/)
  expect(rest).toEqual([
    'TypeError INTERNAL',
    '  game-a1b2.js:1:2345',
    'Browser/1; 412x915, offline',
  ])
})
