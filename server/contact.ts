import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPublic, SettingError } from './env'

/** Reads what the build wrote next to the page (`scripts/build.ts`). */
function hasDefaultContact(webApp: string): boolean {
  const page: unknown = JSON.parse(readFileSync(join(webApp, '..', 'page.json'), 'utf8'))
  return typeof page === 'object' && page !== null && 'contactIsDefault' in page && page.contactIsDefault === true
}

/**
 * Visitors must be able to ask about their data before they hand it over. `webApp` is the folder of the built page; null if there is
 * none. Throws `SettingError`.
 */
export function assertContact(webApp: string | null, publicUrl: URL): void {
  if (webApp === null || !isPublic(publicUrl) || !hasDefaultContact(webApp)) return
  throw new SettingError(
    `PRIVACY_CONTACT must be your own address if PUBLIC_URL is ${publicUrl.origin}; set it and start again, which rebuilds the page.`,
  )
}
