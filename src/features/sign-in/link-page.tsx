import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { signIn } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { inAppBrowser } from '#lib/in-app-browser'
import { commonTexts } from '#texts/common'
import { sessionTexts } from '#texts/session'
import { codeTexts, signInLinkTexts } from '#texts/sign-in-link'
import { canStoreSession } from '../../api/device-session'
import { hasCode } from '../../api/errors'
import { currentUserQuery, mutation, publicOrigin } from '../../api/queries'
import { forgetSignInLink, openedSignInLink } from '../../session/opened-address'
import { homeOf } from '../../session/paths'
import { Button, buttonClasses } from '../../ui/button'
import { whenVisible } from '../../ui/device-screen'
import { LoadFailed, Notice } from '../../ui/load-failed'
import { LogoProgress } from '../../ui/logo'
import { InAppNotice } from './in-app-notice'
import { useWelcome } from './use-sign-in'

/** Without a toast: the screen shows the error. */
const signInQuietly = mutation(signIn, true)

/**
 * The screen of a sign-in link. Signs in immediately if nobody is signed in; asks first if somebody
 * else is, or if the link was scanned.
 */
export function LinkPage() {
  const [link] = useState(openedSignInLink.get)
  const user = useQuery(currentUserQuery())
  const router = useRouter()
  const welcome = useWelcome()
  const { mutate, error, isPending } = useMutation(signInQuietly)

  const [blocked, setBlocked] = useState(false)
  const started = useRef(false)
  const send = useCallback(async () => {
    if (link === null) return
    started.current = true
    const isAllowed = await canStoreSession()
    setBlocked(!isAllowed)
    // Without cookies, the link would be used up but start no session.
    if (!isAllowed) return
    mutate(
      { id: link.userId, mtp: link.token },
      {
        onSuccess: ({ user: signedIn }) => {
          forgetSignInLink()
          welcome(signedIn, undefined)
        },
      },
    )
  }, [link, mutate, welcome])

  const nobody = user.isSuccess && user.data === null
  const app = inAppBrowser()
  const own = user.data != null && user.data.id === link?.userId
  // Waits until the page is visible: a hidden page may be a preview and would use up the one-time
  // link.
  useEffect(() => {
    if (!nobody || app !== null || link?.confirmFirst === true || started.current) return
    return whenVisible(() => void send())
  }, [nobody, app, link, send])
  // The link's user is already signed in, so the link is not used. Waits for the server's answer:
  // the session of a user last seen may have ended. After a sign-in on this page, `welcome`
  // navigates instead.
  useEffect(() => {
    if (!own || user.data == null || user.isFetching || started.current) return
    forgetSignInLink()
    void router.navigate({ to: homeOf(user.data), replace: true })
  }, [own, user.data, user.isFetching, router])

  if (hasCode(error, 'INVALID_CODE')) {
    return (
      <Notice
        wholeScreen
        icon={<Unlink />}
        title={signInLinkTexts.used}
        text={signInLinkTexts.usedHint}
      >
        <Link to="/auth/login" className={buttonClasses()}>
          {sessionTexts.signIn}
        </Link>
      </Notice>
    )
  }
  if (blocked) {
    return (
      <Notice wholeScreen icon={<Unlink />} title={sessionTexts.cookiesBlocked}>
        <Button variant="secondary" onClick={() => void send()}>
          {commonTexts.retry}
        </Button>
      </Notice>
    )
  }
  // Without an answer, the link's user is led home above.
  if (user.isError && !own)
    return (
      <LoadFailed
        wholeScreen
        error={user.error}
        onRetry={() => void user.refetch()}
        busy={user.isFetching}
      />
    )
  if (error !== null)
    return <LoadFailed wholeScreen error={error} onRetry={() => void send()} busy={isPending} />
  if (app !== null && nobody && link !== null) {
    const address = new URL(`/l/${link.userId}/${link.token}`, publicOrigin.get())
    return (
      <InAppNotice app={app} link={address} busy={isPending} onSignInHere={() => void send()} />
    )
  }
  const question = questionOf(user.data, own, link?.confirmFirst === true)
  if (question !== null) {
    return (
      <div className="flex flex-col gap-5">
        <h1 className="text-[min(1.5rem,11vw)] leading-snug font-bold">{sessionTexts.linkTitle}</h1>
        <p className="text-soft">{question.text}</p>
        <Button busy={isPending} onClick={() => void send()}>
          {question.yes}
        </Button>
        <Link to="/" onClick={forgetSignInLink} className={buttonClasses('secondary')}>
          {question.no}
        </Link>
      </div>
    )
  }
  return <LogoProgress text={signInLinkTexts.working} />
}

/**
 * The question before the link signs in: whether to change the account, or whether the scanned link
 * is trusted; null for none.
 */
function questionOf(user: User | null | undefined, isOwn: boolean, confirmFirst: boolean) {
  if (user != null && !isOwn) {
    const text = signInLinkTexts.otherAccount(`${user.first_name} ${user.last_name}`)
    return { text, yes: signInLinkTexts.switch, no: signInLinkTexts.stay }
  }
  return user === null && confirmFirst
    ? { text: signInLinkTexts.scanned, yes: codeTexts.submitCode, no: commonTexts.cancel }
    : null
}
