/** Whether the server answered the last call, and when it last did: judged by calls, because navigator.onLine is a hint only. */
export interface Connection {
  readonly reachable: boolean
  /** ms, the device's clock; null before the first answer. */
  readonly lastAnswerAt: number | null
}

let connection: Connection = { reachable: true, lastAnswerAt: null }
const listeners = new Set<() => void>()

export function currentConnection(): Connection {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(next: Connection): void {
  const changed = next.reachable !== connection.reachable
  connection = next
  if (changed) for (const listener of listeners) listener()
}

export function noteAnswer(): void {
  become({ reachable: true, lastAnswerAt: Date.now() })
}

export function noteSilence(): void {
  become({ ...connection, reachable: false })
}
