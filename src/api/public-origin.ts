import * as v from 'valibot'
import { createObservable, type Observable } from '#lib/observable'
import { readStored, writeStored } from './local-storage'

const KEY = 'geek-public-url'

const told = createObservable<string | null>(null)

/** The server writes its PUBLIC_URL into the page; the copy that the worker keeps has none. */
function originInPage(): string | null {
  const url = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? ''
  return URL.canParse(url) ? new URL(url).origin : null
}

let atStart: string | undefined
function originAtStart(): string {
  atStart ??= originInPage() ?? readStored(KEY, v.string()) ?? window.location.origin
  return atStart
}

/**
 * The origin of PUBLIC_URL, which all that the app shows, writes or shares leads to, also where it was opened at another address. Known
 * without a network from the last answer.
 */
export const publicOrigin: Observable<string> = { get: () => told.get() ?? originAtStart(), subscribe: told.subscribe }

/** Records what the server says of it; older servers say nothing. */
export function notePublicUrl(url: string | undefined): void {
  if (url === undefined || !URL.canParse(url)) return
  const { origin } = new URL(url)
  writeStored(KEY, origin)
  told.set(origin)
}

/** The origins whose addresses lead here: PUBLIC_URL's and the page's own. */
export const ownOrigins = (): readonly string[] => [publicOrigin.get(), window.location.origin]
