import { expect, test } from 'vitest'
import { openScreen } from '../../sw/open-screen'

const ORIGIN = 'https://igra.example.hr'

/** The worker's windows at these paths, with a log of the actions on them. */
function windowsAt(paths: readonly string[], { focused = '', gone = false } = {}) {
  const done: string[] = []
  const open = paths.map((path) => {
    const one = {
      url: `${ORIGIN}${path}`,
      focused: path === focused,
      async focus() {
        if (gone) throw new TypeError('the window is gone')
        done.push(`focus ${path}`)
        return one
      },
      navigate: async (address: string) => void done.push(`navigate ${path} to ${address}`),
    }
    return one
  })
  return {
    done,
    windows: {
      matchAll: async () => open,
      openWindow: async (address: string) => void done.push(`open ${address}`),
    },
  }
}

test('without a window of the app a tap on a notice opens its screen', async () => {
  const { windows, done } = windowsAt([])
  await openScreen(windows, ORIGIN, '/player/tim')
  expect(done).toEqual([`open ${ORIGIN}/player/tim`])
})

test('a window that shows the screen comes to the front and keeps what is typed there', async () => {
  const { windows, done } = windowsAt(['/player', '/player/tim?x=1'], { focused: '/player' })
  await openScreen(windows, ORIGIN, '/player/tim')
  expect(done).toEqual(['focus /player/tim?x=1'])
})

test('if no window shows the screen, the window used last is led there', async () => {
  const { windows, done } = windowsAt(['/uvjeti', '/player'], { focused: '/player' })
  await openScreen(windows, ORIGIN, '/player/tim')
  expect(done).toEqual(['focus /player', `navigate /player to ${ORIGIN}/player/tim`])
})

test('for an organiser’s message, which every screen shows, the app only comes to the front', async () => {
  const { windows, done } = windowsAt(['/vendor/oznake'])
  await openScreen(windows, ORIGIN, '/')
  expect(done).toEqual(['focus /vendor/oznake'])
})

test('a window that closes meanwhile is replaced by a new one', async () => {
  const { windows, done } = windowsAt(['/player'], { gone: true })
  await openScreen(windows, ORIGIN, '/player')
  expect(done).toEqual([`open ${ORIGIN}/player`])
})
