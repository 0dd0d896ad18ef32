import { sessionTexts } from '#i18n/session'

/**
 * On an iPhone the installed app shares nothing with Safari, where the person may be signed in and where the SMS's link leads:
 * said before they wonder. Nothing anywhere else.
 */
export function OwnSignIn() {
  return navigator.standalone === true && <p className="text-soft">{sessionTexts.ownSignIn}</p>
}
