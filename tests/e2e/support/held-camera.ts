import type { Page } from '@playwright/test'
import encodeQR from 'qr'

/** The modules (black and white squares) of a card's QR code. */
type Card = readonly (readonly boolean[])[]

declare global {
  interface Window {
    heldCamera: {
      hold(cards: readonly Card[]): void
      pass(cards: readonly Card[], eachMs: number): Promise<void>
      takeAway(): void
    }
  }
}

const cardOf = (address: string) => encodeQR(address, 'raw', { ecc: 'medium', border: 4 })

/** Runs in the page, before its scripts. */
function install(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('there is no canvas')
  const SIDE = 360
  const NEW_FRAME_MS = 100
  let stream: MediaStream | null = null
  let held: readonly Card[] = []
  function paint(): void {
    if (context === null) return
    // Vary the background, because a canvas stream sends no frame when nothing has changed.
    context.fillStyle = `hsl(0 0% ${35 + Math.random() * 5}%)`
    context.fillRect(0, 0, canvas.width, canvas.height)
    for (const [at, card] of held.entries()) {
      const [left, top, module] = [
        (canvas.width - SIDE) / 2 - at * (SIDE + 60),
        (canvas.height - SIDE) / 2,
        SIDE / card.length,
      ]
      context.fillStyle = '#eee'
      context.fillRect(left, top, SIDE, SIDE)
      context.fillStyle = '#111'
      const dark = card.flatMap((row, y) =>
        row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])),
      )
      for (const [x, y] of dark)
        context.fillRect(left + x * module, top + y * module, module + 0.5, module + 0.5)
    }
  }
  navigator.mediaDevices.getUserMedia = async () => {
    stream = canvas.captureStream()
    paint()
    return stream
  }
  window.heldCamera = {
    hold(cards) {
      held = cards
      paint()
    },
    async pass(cards, eachMs) {
      for (const shown of [...cards.map((card) => [card]), []]) {
        this.hold(shown)
        await new Promise((next) => setTimeout(next, eachMs))
      }
    },
    takeAway() {
      for (const track of stream?.getTracks() ?? []) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    },
  }
  setInterval(paint, NEW_FRAME_MS)
}

/**
 * Gives the phone a camera that sees the cards that the test holds in front of it. Chromium's own
 * fake camera plays a film, no matter what the page has already read. Call it before a page opens.
 */
export async function giveHeldCamera(page: Page) {
  await page.addInitScript(install)
  return {
    /** Holds the first card in the middle, and the other cards beside it. */
    hold: (...addresses: readonly string[]) =>
      page.evaluate((cards) => window.heldCamera.hold(cards), addresses.map(cardOf)),
    /** Shows cards one after the other, each for this long (ms). */
    pass: (addresses: readonly string[], eachMs: number) =>
      page.evaluate(([cards, ms]) => window.heldCamera.pass(cards, ms), [
        addresses.map(cardOf),
        eachMs,
      ] as const),
    /** Ends the camera's stream, as a phone call or another app does. */
    takeAway: () => page.evaluate(() => window.heldCamera.takeAway()),
  }
}
