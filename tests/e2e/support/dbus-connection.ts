import type { Socket } from 'node:net'
import { type Call, KIND, readMessage } from './dbus-message'

const LINE_END = '\r\n'
const SERVER_ID = '0'.repeat(32)

/** Lets a client of a bus in, whoever it is, and calls `onCall` for each of its calls. Files are not passed. */
export function followCalls(socket: Socket, onCall: (call: Call) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  let isIn = false

  function letIn(): void {
    for (let end = rest.indexOf(LINE_END); !isIn && end !== -1; end = rest.indexOf(LINE_END)) {
      const line = rest.toString('latin1', 0, end)
      rest = rest.subarray(end + LINE_END.length)
      if (line === 'BEGIN') isIn = true
      else socket.write(`${line.includes('AUTH ') ? `OK ${SERVER_ID}` : 'ERROR'}${LINE_END}`)
    }
  }

  function readAll(): void {
    for (let next = readMessage(rest); next !== null; next = readMessage(rest)) {
      rest = rest.subarray(next.length)
      if (next.kind === KIND.call) onCall(next.call)
    }
  }

  // A browser that ends leaves without a word.
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    if (!isIn) letIn()
    if (isIn) readAll()
  })
}
