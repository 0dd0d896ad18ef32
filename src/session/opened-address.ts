import { createObservable } from '#lib/observable'

interface SignInLink {
  readonly userId: string
  readonly token: string
  /**
   * True for a scanned link: whoever printed the code chose the account, so the user confirms it.
   */
  readonly confirmFirst?: boolean
}

/**
 * The opened sign-in link. It is only in memory, so that its token can leave the address bar and
 * the history at once.
 */
export const openedSignInLink = createObservable<SignInLink | null>(null)

export const forgetSignInLink = () => openedSignInLink.set(null)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Holds the link that the page was opened with, if any. index.html has removed it from the address
 * already.
 */
export function holdSignInLinkOfPage(): void {
  const link = window.signInLinkInAddress
  if (link === undefined) return
  delete window.signInLinkInAddress
  openedSignInLink.set({ userId: decoded(link[0]), token: decoded(link[1]) })
}
