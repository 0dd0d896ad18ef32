interface PolicyFactory {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string }): unknown
}

/**
 * Where the browser knows Trusted Types, it asks this policy about every text that would become a worker's script, and refuses every
 * text that would become HTML or code (`server/http/security.ts`). Only scripts of this site become workers.
 */
export function allowOwnScripts(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError('a worker must be a script of this site')
      return url
    },
  })
}
