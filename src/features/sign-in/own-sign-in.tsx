import { sessionTexts } from '#i18n/session'

/**
 * An app installed on an iPhone shares no session with Safari, where the person may be signed in and where the link in the
 * SMS opens. Explains this in advance; renders nothing elsewhere.
 */
export function OwnSignIn() {
  return globalThis.navigator?.standalone === true && <p className="text-soft">{sessionTexts.ownSignIn}</p>
}
