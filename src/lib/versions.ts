import { createObservable } from './observable'

/** The version of this page's build, for display and reports. */
export function appVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? ''
}

/** The version of the server that answered last; null until one has answered. */
export const serverVersion = createObservable<string | null>(null)

/**
 * A report about a failed screen for the user to pass on: the versions, the code position and the
 * browser. Excludes the error's text and the address, which may contain names, ids and tokens.
 * @param screen the route's pattern, such as `/qr/$qrSlug`
 */
export function errorReport(error: unknown, screen: string): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const places = [...stack.matchAll(/[\w-]+\.js:\d+:\d+/g)]
    .slice(0, 8)
    .map(([place]) => `  ${place}`)
  return [
    `app ${appVersion()}, server ${serverVersion.get() ?? 'unknown'}`,
    `${new Date().toISOString()} ${screen}`,
    `${name} ${'code' in Object(error) ? String(Object(error).code) : ''}`.trim(),
    ...places,
    `${navigator.userAgent}; ${window.innerWidth}x${window.innerHeight}, ${navigator.onLine ? 'online' : 'offline'}`,
  ].join('\n')
}
