import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Bench } from './bench'

export interface Cards {
  readonly made: number
  readonly failed: number
  /** In ms. */
  readonly p95: number
  readonly p99: number
}

interface Phones {
  readonly seconds: number
  /** What they read is what news make them read; their streams are open elsewhere. */
  readonly haveStreams: boolean
}

/** Phones that show a card, in a process of their own, and ask the servers in turn. */
export async function showCards({ plan }: Bench, urls: readonly string[], { seconds, haveStreams }: Phones): Promise<Cards> {
  const env = {
    ...process.env,
    URLS_UNDER_TEST: urls.join(' '),
    CARDS: String(plan.cards),
    SECONDS: String(seconds),
    SIZE: JSON.stringify(plan.size),
    HAVE_STREAMS: haveStreams ? '1' : '',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/server/clients/cards.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return JSON.parse(output) as Cards
}
