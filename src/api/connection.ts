/** Whether the server responded to the last call. Derived from calls, because navigator.onLine is only a hint. */
export interface Connection {
  readonly reachable: boolean
}

let connection: Connection = { reachable: true }
const listeners = new Set<() => void>()

export function currentConnection(): Connection {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(reachable: boolean): void {
  if (reachable === connection.reachable) return
  connection = { reachable }
  for (const listener of listeners) listener()
}

export function noteAnswer(): void {
  become(true)
}

export function noteSilence(): void {
  become(false)
}
