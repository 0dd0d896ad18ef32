import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that no push service is in: a subscription must not make the server call its own neighbours. */
const inner = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, bits, 'ipv4')
}
// Addresses of the Internet are in 2000::/3; but for protocols' own, the documentation's, and those that wrap an IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inner.addSubnet(network, bits, 'ipv6')
}
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inner.check(address, 'ipv4')
  return isIP(address) === 6 && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

/** How long a name server is waited for (ms), twice. */
const NAME_SERVER_MS = 2_000

/**
 * Makes a function that resolves a host, and fails unless all its addresses are public: the answer may differ from an earlier one.
 * It asks the name servers itself. The system's look-ups use the four threads that compression and files need too, and a name server
 * that never answers would hold them.
 */
export function createPublicLookup(nameServers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)

  async function find(host: string): Promise<LookupAddress[]> {
    const of = async (family: 4 | 6, addresses: Promise<string[]>) => {
      // A host may have addresses of one family only.
      const known = await addresses.catch(() => [])
      return known.map((address) => ({ address, family }))
    }
    return (await Promise.all([of(4, resolver.resolve4(host)), of(6, resolver.resolve6(host))])).flat()
  }

  return (host, options, callback) => {
    void find(host).then((found) => {
      const [first] = found
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
        callback(new Error('the host is not on the Internet'), [])
      } else if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * A host name of the Internet: no dot at its end, which names the same host, and no domain of a single network or of special use
 * (https://www.iana.org/assignments/special-use-domain-names). `URL` has written decimal and hexadecimal addresses as plain ones.
 */
const INTERNET_NAME =
  /^(?:[\w-]+\.)+(?!(?:alt|arpa|corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$)[\w-]+$/

/** Whether an endpoint may be a push service's: https on its usual port at a host name. `loopback` allows http there, for tests. */
export function isPushEndpoint(endpoint: string, loopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (loopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  return protocol === 'https:' && port === '' && INTERNET_NAME.test(hostname) && isIP(hostname) === 0
}
