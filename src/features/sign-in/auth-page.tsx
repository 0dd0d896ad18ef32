import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { foundTexts, sessionTexts } from '#texts/session'
import { canStoreSession } from '../../api/device-session'
import { foundAt } from '../../session/paths'
import { PRODUCT_NAME } from '../../ui/product'
import { type RequestedCode, startedCode } from './started-sign-in'
import { loadCodeStep } from './use-sign-in'

const CodeStep = lazy(async () => ({ default: (await loadCodeStep()).CodeStep }))

interface AuthPageProps {
  title: string
  /** The path to open after sign-in. */
  returnPath: string | undefined
  /** The step before the code: the form that requests one. */
  first: (onRequested: (code: RequestedCode) => void) => ReactNode
  /** Shown below both steps. */
  children?: ReactNode
}

/** The screens of sign-in and registration: a form, then the SMS code. */
export function AuthPage({ title, returnPath, first, children }: AuthPageProps) {
  const [code, setCode] = useState(startedCode.get)
  function request(requested: RequestedCode): void {
    startedCode.set(requested)
    setCode(requested)
  }
  function askForOther(): void {
    startedCode.clear()
    setCode(null)
  }
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-[min(1.5rem,11vw)] leading-snug font-bold">{title}</h1>
      <FoundHint returnPath={returnPath} />
      <OwnSignIn />
      <WithCookies>
        {code === null ? (
          first(request)
        ) : (
          <Suspense>
            <CodeStep
              {...code}
              remembered={returnPath}
              onResent={(resendAt) => request({ ...code, resendAt })}
              onOtherId={askForOther}
            />
          </Suspense>
        )}
      </WithCookies>
      {children}
    </div>
  )
}

/**
 * Shows a notice and submits no form if the browser blocks cookies: the code could start no
 * session, so the SMS would be useless.
 */
export function WithCookies({ children }: { children: ReactNode }) {
  const [blocked, setBlocked] = useState(false)
  const notice = useRef<HTMLParagraphElement>(null)
  const check = () => void canStoreSession().then((may) => setBlocked(!may))
  useEffect(check, [])
  function block(event: FormEvent) {
    if (!blocked) return
    event.preventDefault()
    event.stopPropagation()
    notice.current?.focus()
    check()
  }
  return (
    // Preload: a user who focuses a field will soon need the next step.
    <div
      onSubmitCapture={block}
      onFocusCapture={() => void loadCodeStep().catch(() => undefined)}
      className="flex flex-col gap-5"
    >
      {blocked && (
        <p
          ref={notice}
          role="alert"
          tabIndex={-1}
          className="rounded-control border border-warn p-4 font-semibold text-warn"
        >
          {sessionTexts.cookiesBlocked}
        </p>
      )}
      {children}
    </div>
  )
}

/**
 * Tells somebody who scanned a tag or a team's code while signed out what they have found. Renders
 * nothing if `returnPath` is anything else.
 */
function FoundHint({ returnPath }: { returnPath: string | undefined }) {
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
 * Explains in the app installed on an iPhone that it needs its own sign-in: it shares no session
 * with Safari, where the user may be signed in and where the SMS link opens. Renders nothing
 * elsewhere.
 */
function OwnSignIn() {
  return (
    globalThis.navigator?.standalone === true && (
      <p className="text-soft">{sessionTexts.ownSignIn}</p>
    )
  )
}
