interface SignInLink {
  readonly userId: string
  readonly token: string
  /** True for a scanned link: whoever printed the code chose the account, so the user confirms it. */
  readonly confirmFirst?: boolean
}

let opened: SignInLink | null = null

/** Holds an opened link in memory only, so that its token can leave the address bar and history at once. */
export function holdSignInLink(link: SignInLink): void {
  opened = link
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Holds the link that the page was opened with, if any. index.html has removed it from the address already. */
export function holdSignInLinkOfPage(): void {
  const link = window.signInLinkInAddress
  if (link === undefined) return
  delete window.signInLinkInAddress
  holdSignInLink({ userId: decoded(link[0]), token: decoded(link[1]) })
}

export function openedSignInLink(): SignInLink | null {
  return opened
}

export function forgetSignInLink(): void {
  opened = null
}
