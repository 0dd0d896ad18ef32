/** What a link from an SMS carries. */
export interface SignInLink {
  readonly userId: string
  readonly token: string
  /** It was scanned: whoever printed the code chose the account, so that nothing happens before a question. */
  readonly askFirst?: boolean
}

let opened: SignInLink | null = null

/** Keeps an opened link in the page's memory alone, so that its token can leave address bar and history at once. */
export function keepSignInLink(link: SignInLink): void {
  opened = link
}

export function openedSignInLink(): SignInLink | null {
  return opened
}

export function forgetSignInLink(): void {
  opened = null
}
