import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createPublicLookup } from '#server/push/deliver'

const HEADER = 12

/** The name that a query asks for. */
function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = HEADER; query.readUInt8(at) > 0; at += query.readUInt8(at) + 1) {
    labels.push(query.subarray(at + 1, at + 1 + query.readUInt8(at)).toString())
  }
  return labels.join('.')
}

/** A name server that knows these IPv4 addresses and leaves all other names without an answer. */
async function startNameServer(addresses: Readonly<Record<string, string>>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const name = nameIn(query)
    const address = addresses[name]
    if (address === undefined) return
    const question = query.subarray(HEADER, HEADER + name.length + 6)
    const isIPv4 = question.readUInt16BE(name.length + 2) === 1
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0])
    const answer = Buffer.from([0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])
    socket.send(Buffer.concat([header, question, ...(isIPv4 ? [answer] : [])]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return { server: `127.0.0.1:${port}`, close: () => void socket.close() }
}

test('fault 65: hosts whose name server never answers hold up no other look-up, and no host of an inner network is found', async () => {
  const names = await startNameServer({ 'push.example.com': '142.250.1.1', 'inner.example.com': '10.0.0.1' })
  const lookup = createPublicLookup([names.server])
  const find = (host: string) =>
    new Promise((resolve) => lookup(host, { all: true }, (error, found) => resolve(error === null ? found : error.message)))
  let ended = 0
  for (let index = 0; index < 20; index++) void find(`silent${index}.example.com`).then(() => ended++)
  expect(await find('inner.example.com')).toBe('the host is not on the Internet')
  expect(await find('push.example.com')).toEqual([{ address: '142.250.1.1', family: 4 }])
  expect(ended).toBe(0)
  names.close()
})
