import { afterEach, expect, test, vi } from 'vitest'
import { reloadOnChunkLoadError } from '../../src/pwa/versions'

afterEach(() => vi.unstubAllGlobals())

/** Loads a page with blocked cookies in which a chunk is missing. Returns how often it reloads. */
async function reloadsOf(opening: 'navigate' | 'reload', secondsOpen: number): Promise<number> {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), { location: { reload } })
  vi.stubGlobal('window', page)
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
  vi.stubGlobal('performance', {
    timeOrigin: Date.now() - secondsOpen * 1_000,
    getEntriesByType: () => [{ type: opening }],
  })
  const answer = Promise.resolve(
    new Response(null, { headers: { 'content-type': 'text/javascript' } }),
  )
  vi.stubGlobal('fetch', () => answer)
  reloadOnChunkLoadError()
  page.dispatchEvent(new Event('vite:preloadError'))
  await answer
  await new Promise((resolve) => setTimeout(resolve))
  return reload.mock.calls.length
}

test('a missing chunk reloads the page with blocked cookies too, but not again within a minute', async () => {
  expect(await reloadsOf('navigate', 1)).toBe(1)
  expect(await reloadsOf('reload', 1)).toBe(0)
  expect(await reloadsOf('reload', 61)).toBe(1)
})
