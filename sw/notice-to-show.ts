import * as v from 'valibot'
import { type Notice, notice } from '#contract/notice'
import { unreadTexts } from '#texts/notices'
import { mayHideSignOut, readDeviceSession } from '../src/api/device-session'

/**
 * The notice shown if a push's own must not be or cannot be shown: iPhones end a subscription after
 * pushes that showed nothing.
 */
const ANY_NEWS: Notice = {
  title: unreadTexts.title,
  body: unreadTexts.text,
  path: '/',
  tag: 'news',
}

/**
 * The notice to show for a push. After a sign-out that the server does not know yet, it says nothing
 * about the account: the phone may be in other hands.
 */
export async function readNotice(data: { json(): unknown } | null): Promise<Notice> {
  try {
    const session = await readDeviceSession()
    const hasSignedOut = session.is === 'signing-out' || mayHideSignOut(session)
    return hasSignedOut ? ANY_NEWS : v.parse(notice, data?.json())
  } catch {
    return ANY_NEWS
  }
}
