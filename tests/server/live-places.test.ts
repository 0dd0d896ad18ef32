import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createHub } from '#server/live/hub'
import type { Listener } from '#server/live/stream'
import { useGame } from '../support/use-game'

/** Opens as many public streams as an address gets. */
function fill(hub: ReturnType<typeof createHub>, addressKey: string): number {
  const listener: Listener = { is: 'public', addressKey }
  let opened = 0
  for (; hub.hasRoomFor(listener); opened++) hub.open(listener, new ServerResponse(new IncomingMessage(new Socket())))
  return opened
}

describe('places of live streams', () => {
  const game = useGame('sqlite')

  test('public streams leave places to accounts, and one address leaves some to others, though a whole hall gets in', () => {
    const hub = createHub({ db: game().db, now: () => 0, ledgerId: async () => null })
    const hall = fill(hub, 'hall')
    expect(hall).toBeGreaterThanOrEqual(5_000)
    const others = fill(hub, 'town') + fill(hub, 'country')
    expect(others).toBeGreaterThanOrEqual(hall)
    expect(fill(hub, 'late')).toBe(0)
    const player: Listener = { is: 'account', tokenHash: 'x', userId: 'x' }
    expect(hub.hasRoomFor(player)).toBe(true)
    hub.close()
  })
})
