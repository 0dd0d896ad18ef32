import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Change, Input, Output } from '#contract/call'
import { requestCode } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { serverNow } from '#lib/server-clock'
import { plainMobile } from '#rules/text'
import { foundTexts, sessionTexts } from '#texts/session'
import { call } from '../../api/call'
import { mayKeepSession } from '../../api/device-session'
import { mutation } from '../../api/queries'
import { replaceCurrentUser } from '../../session/current-user'
import { foundAt, pathAfterSignIn } from '../../session/paths'
import { PRODUCT_NAME } from '../../ui/product'
import { toast } from '../../ui/toast'

/** What the person is told once a code was asked for: whether somebody has this number or e-mail, the server does not say. */
export function toldOf(id: string) {
  const plain = plainMobile(id)
  const went = sessionTexts.codeWentIfFound(plain.includes('@') ? sessionTexts.ofAccount(plain) : plain)
  return { id, note: sessionTexts.codeSent, went }
}

/** The step that takes the code: no first paint waits for it. */
const loadCodeStep = () => import('./code-step')
const CodeStep = lazy(async () => ({ default: (await loadCodeStep()).CodeStep }))

/** The mutation of a call that sends a code, once the step that takes it is here. */
export function sendingCode<C extends Change>(change: C) {
  async function send(input: Input<C>): Promise<Output<C>> {
    await loadCodeStep()
    return await call(change, input)
  }
  return { ...mutation(change), mutationFn: send }
}

/** Requests a code for an account. `resendAt` is when a new one may be requested (ms, server time). */
export function useAskCode(onAsked: (id: string, resendAt: number) => void) {
  const { mutate, error, isPending } = useMutation(sendingCode(requestCode))
  return {
    error,
    busy: isPending,
    ask: (id: string) => mutate({ id }, { onSuccess: ({ resend_seconds }) => onAsked(id, serverNow() + resend_seconds * 1000) }),
  }
}

/** Returns a function to call after sign-in: it caches the user, greets them and opens the remembered path. */
export function useWelcome(): (user: User, remembered: string | undefined) => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  return (user, remembered) => {
    replaceCurrentUser(queryClient, user)
    // What was revoked with the sessions before is not signed with again.
    const { id: userId, vendor_id: vendorId } = user
    if (vendorId !== null)
      void import('../../offline/signing').then((key) => key.registerAgain({ userId, vendorId })).catch(() => undefined)
    toast.success(sessionTexts.welcome(user.first_name))
    void router.navigate({ href: pathAfterSignIn(user, remembered ?? null), replace: true })
  }
}

/** The account whose code is awaited, and what the person is told about the SMS. */
export interface Awaited {
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
          <Suspense>
            <CodeStep
              {...awaited}
              remembered={returnPath}
              onAskedAgain={(resendAt) => setAwaited({ ...awaited, resendAt })}
              onOtherId={() => setAwaited(null)}
            />
          </Suspense>
        )}
      </WithCookies>
      {children}
    </div>
  )
}

/** Says so where the browser blocks cookies, and sends none of the forms: an SMS would be for nothing. */
export function WithCookies({ children }: { children: ReactNode }) {
  const [blocked, setBlocked] = useState(false)
  const notice = useRef<HTMLParagraphElement>(null)
  const look = () => void mayKeepSession().then((may) => setBlocked(!may))
  useEffect(look, [])
  function hold(event: FormEvent) {
    if (!blocked) return
    event.preventDefault()
    event.stopPropagation()
    notice.current?.focus()
    look()
  }
  return (
    // Whoever types will need the step that takes the code.
    <div onSubmitCapture={hold} onFocusCapture={() => void loadCodeStep().catch(() => undefined)} className="flex flex-col gap-5">
      {blocked && (
        <p ref={notice} role="alert" tabIndex={-1} className="rounded-control border border-warn p-4 font-semibold text-warn">
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
