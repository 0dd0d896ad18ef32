import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Groups of 16 bits that identify a network: one household or phone gets a whole /64. */
const NETWORK_GROUPS = 4
const GROUPS = 8
/** Longer than any address; the rest of what a proxy sends is ignored. */
const LONGEST = 64

/** The key under which an address is counted: the address itself, for IPv6 its /64. */
export function addressKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address.slice(0, LONGEST)
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 address at the end takes the place of two groups.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0)
  const groups = tail === undefined ? before : [...before, ...Array<string>(GROUPS - written).fill('0'), ...after]
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
