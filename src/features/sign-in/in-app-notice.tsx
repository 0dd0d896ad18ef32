import { Copy, ExternalLink, Lock } from 'lucide-react'
import { useState } from 'react'
import { outsideAddress } from '#lib/in-app-browser'
import { inAppTexts } from '#texts/sign-in-link'
import { Button, buttonClasses } from '../../ui/button'
import { Notice } from '../../ui/load-failed'

interface InAppNoticeProps {
  /** The app in whose browser the link was opened. */
  app: string
  /** The opened link. */
  link: URL
  busy: boolean
  onSignInHere: () => void
}

/**
 * The screen of a sign-in link that was opened in an in-app browser. Uses the link only on request,
 * because the link works once, and its session would not exist in the phone's browser (fault 89).
 */
export function InAppNotice({ app, link, busy, onSignInHere }: InAppNoticeProps) {
  const [state, setState] = useState<'offered' | 'copied' | 'shown'>('offered')
  const outside = outsideAddress(link)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link.href)
      setState('copied')
    } catch {
      setState('shown')
    }
  }
  return (
    <Notice wholeScreen icon={<Lock />} title={inAppTexts.openedIn(app)} text={inAppTexts.trapped}>
      {outside === null ? (
        <Button icon={Copy} onClick={() => void copy()}>
          {inAppTexts.copyLink}
        </Button>
      ) : (
        <a href={outside} className={buttonClasses()}>
          <ExternalLink aria-hidden className="size-5" />
          {inAppTexts.openOutside}
        </a>
      )}
      <p role="status" className="text-soft empty:hidden">
        {state === 'copied' && inAppTexts.copied}
      </p>
      {state === 'shown' && <p className="font-mono text-sm break-all select-all">{link.href}</p>}
      <Button variant="secondary" busy={busy} onClick={onSignInHere}>
        {inAppTexts.signInHere}
      </Button>
    </Notice>
  )
}
