import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { foundTexts, sessionTexts } from '#texts/session'
import { mayKeepSession } from '../../api/device-session'
import { foundAt } from '../../session/paths'
import { PRODUCT_NAME } from '../../ui/product'
import { CodeStep } from './code-step'

/** The account whose code is awaited, and what the person is told about the SMS. */
interface Awaited {
  readonly id: string
  readonly note: string
  /** Where it went. */
  readonly went: string
  /** When a new code may be requested (ms, server time). */
  readonly resendAt: number
}

interface AuthPageProps {
  title: string
  /** The path to open after sign-in. */
  returnPath: string | undefined
  /** What comes before the code. */
  first: (onAsked: (awaited: Awaited) => void) => ReactNode
  /** What stands below, whichever step is shown. */
  children?: ReactNode
}

/** The screens of sign-in and registration: a form, then the SMS code. */
export function AuthPage({ title, returnPath, first, children }: AuthPageProps) {
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl font-bold">{title}</h1>
      <Found returnPath={returnPath} />
      <OwnSignIn />
      <WithCookies>
        {awaited === null ? (
          first(setAwaited)
        ) : (
          <CodeStep
            {...awaited}
            remembered={returnPath}
            onAskedAgain={(resendAt) => setAwaited({ ...awaited, resendAt })}
            onOtherId={() => setAwaited(null)}
          />
        )}
      </WithCookies>
      {children}
    </div>
  )
}

/** Says so where the browser blocks cookies, and sends none of the forms: an SMS would be for nothing. */
function WithCookies({ children }: { children: ReactNode }) {
  const [blocked, setBlocked] = useState(false)
  const told = useRef<HTMLParagraphElement>(null)
  const look = () => void mayKeepSession().then((may) => setBlocked(!may))
  useEffect(look, [])
  function hold(event: FormEvent) {
    if (!blocked) return
    event.preventDefault()
    event.stopPropagation()
    told.current?.focus()
    look()
  }
  return (
    <div onSubmitCapture={hold} className="flex flex-col gap-5">
      {blocked && (
        <p ref={told} role="alert" tabIndex={-1} className="rounded-control border border-warn p-4 font-semibold text-warn">
          {sessionTexts.cookiesBlocked}
        </p>
      )}
      {children}
    </div>
  )
}

/** Tells a signed-out finder of a tag or of a team's code what they found. Renders nothing for any other path to return to. */
function Found({ returnPath }: { returnPath: string | undefined }) {
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
function OwnSignIn() {
  return globalThis.navigator?.standalone === true && <p className="text-soft">{sessionTexts.ownSignIn}</p>
}
