import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createProxies } from '#server/http/proxy'

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  // As much of a request as is read of it.
  return { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage
}

const passedOn = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

test.each<[string, string, readonly string[], string, string]>([
  ['this machine', '127.0.0.1', [], '203.0.113.9', 'https'],
  ['a container that is named', '172.30.7.2', ['172.30.7.2'], '203.0.113.9', 'https'],
  ['a network that is named', '10.1.2.3', ['10.0.0.0/8'], '203.0.113.9', 'https'],
  ['a container that is not named', '172.30.7.3', ['172.30.7.2'], '172.30.7.3', 'http'],
  ['anybody else', '203.0.113.1', [], '203.0.113.1', 'http'],
])('what %s says of the client is believed or not', (_who, remote, trusted, address, scheme) => {
  const proxies = createProxies(trusted)
  const passed = request(remote, passedOn)
  expect([proxies.clientAddress(passed), proxies.clientScheme(passed)]).toEqual([address, scheme])
})
