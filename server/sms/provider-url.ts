const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a key and a code may travel there: encrypted, or without leaving this machine. */
export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

/** The address of `host`, with http on this machine; null if it is none. */
export function providerBase(host: string): URL | null {
  if (!URL.canParse(`https://${host}`)) return null
  const url = new URL(`https://${host}`)
  if (!LOOPBACK.test(url.hostname)) return url
  return new URL(`http://${host}`)
}
