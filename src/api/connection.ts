/** Whether the server answered the last call: judged by calls, because navigator.onLine is a hint only. */
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
