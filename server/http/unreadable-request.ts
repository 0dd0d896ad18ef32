import type { Socket } from 'node:net'
import { errorTexts } from '#texts/errors'

/** Responds to what is not HTTP, which no other layer can answer, and disconnects. */
export function answerUnreadable(now: () => number) {
  return (_error: Error, socket: Socket): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const server_time = new Date(now()).toISOString()
    const body = JSON.stringify({ status: 'KO', message: errorTexts.MALFORMED, code: 'MALFORMED', server_time })
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
