import { readBuildNotes } from './build-notes'
import { isPublic, SettingError } from './env'

/**
 * Visitors must be able to ask about their data before they hand it over. `webApp` is the folder of the built page. Throws `SettingError`.
 */
export function assertContact(webApp: string, publicUrl: URL): void {
  if (!isPublic(publicUrl) || !readBuildNotes(webApp).contactIsDefault) return
  throw new SettingError(
    `PRIVACY_CONTACT must be your own address if PUBLIC_URL is ${publicUrl.origin}; set it and start again, which rebuilds the page.`,
  )
}
