import { foundTexts, sessionTexts } from '#texts/session'
import { PRODUCT_NAME } from '../../product'
import { foundAt } from '../../session/return-path'

/** Tells a signed-out finder of a tag or of a team's code what they found. Renders nothing for any other path to return to. */
export function Found({ returnPath }: { returnPath: string | undefined }) {
  const found = returnPath === undefined ? null : foundAt(returnPath)
  if (found === null) return null
  const { title, text } = foundTexts[found]
  return (
    <div className="rounded-control border border-line bg-raised p-4">
      <p className="font-semibold">{title(PRODUCT_NAME)}</p>
      <p className="text-soft">{text}</p>
    </div>
  )
}

/**
 * An app installed on an iPhone shares no session with Safari, where the person may be signed in and where the link in the
 * SMS opens. Explains this in advance; renders nothing elsewhere.
 */
export function OwnSignIn() {
  return globalThis.navigator?.standalone === true && <p className="text-soft">{sessionTexts.ownSignIn}</p>
}
