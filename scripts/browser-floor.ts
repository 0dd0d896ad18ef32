import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compat from '@mdn/browser-compat-data' with { type: 'json' }
import type { BrowserName, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'
import { Failure } from '../server/failure.ts'

/** The oldest browsers that the app supports. WebViews are Android's. */
const FLOOR: Partial<Record<BrowserName, string>> = {
  chrome: '111',
  chrome_android: '111',
  webview_android: '111',
  safari: '16.4',
  safari_ios: '16.4',
  firefox: '128',
  firefox_android: '128',
}

/** The floor for the bundler, which rewrites newer syntax. */
export const BUILD_TARGET = ['chrome111', 'safari16.4', 'firefox128']

/**
 * Features by which a page tells browsers at the floor from older browsers: `resize` came to all
 * engines with exactly the versions of the floor.
 */
export const FLOOR_FEATURES = [
  'window.ArrayBuffer',
  'ArrayBuffer.prototype.resize',
  'Array.prototype.toSorted',
  'window.structuredClone',
  'window.HTMLDialogElement',
]

/**
 * Features beyond the floor that are never called in a browser that lacks them. Each entry states
 * why.
 */
const GUARDED: Readonly<Record<string, string>> = {
  // Checked before the call.
  '.vibrate()': 'signal.ts checks; without it the screen answers by colour and sound',
  '.share()': 'share.ts checks; without it the picture is shown or saved',
  '.canShare()': 'share.ts checks',
  'Notification.permission':
    'notifications.tsx checks for Notification; without it the menu offers none',
  'Notification.requestPermission': 'as above',
  '.requestPermission()': 'as above',
  '.showNotification()':
    'notices.ts calls it for a push, which a browser without notifications never gets',
  '.getCapabilities()': 'camera-reader.ts checks; without it there is no torch',
  '.startViewTransition()':
    "TanStack Router checks, and the app uses none of the router's transitions",
  VideoFrame: 'frames.ts and the decoder check; without it a canvas is read',
  '.copyTo()': 'of a VideoFrame',
  'Symbol.dispose': 'the decoder checks',
  '.toBase64()': 'the file writer checks for the method of Uint8Array',
  'Error.captureStackTrace': 'the spreadsheet libraries check',
  '.captureStackTrace()': 'as above',
  // Methods of our own or of libraries that share a newer feature's name.
  '.check()': 'own',
  '.drop()': 'own',
  '.handle()': 'own',
  '.isVisible()': 'own',
  '.escape()': 'CSS.escape; RegExp has one too',
}

/** Whether a browser of version `by` has what came with `version`. */
const isReached = (version: string, by: string): boolean => {
  const [a = [], b = []] = [version, by].map((text) => text.replace('≤', '').split('.').map(Number))
  return (a[0] ?? 0) < (b[0] ?? 0) || (a[0] === b[0] && (a[1] ?? 0) <= (b[1] ?? 0))
}

function isSupported(statements: SupportStatement | undefined, floor: string): boolean {
  return [statements ?? []].flat().some(({ version_added, version_removed, flags }) => {
    const isThere =
      typeof version_added === 'string' &&
      version_added !== 'preview' &&
      isReached(version_added, floor)
    const isGone = typeof version_removed === 'string' && isReached(version_removed, floor)
    return isThere && !isGone && flags === undefined
  })
}

const isAtFloor = ({ __compat }: Identifier): boolean =>
  Object.entries(FLOOR).every(([browser, version]) =>
    isSupported(__compat?.support[browser as BrowserName], version),
  )

const builtins: Identifier = compat.javascript.builtins ?? {}
const interfaces: Identifier = { ...compat.api, ...builtins }
const isJavaScript = (name: string) => Object.hasOwn(builtins, name)

/**
 * Returns a member of a global, such as `URL.canParse`; undefined if the global has none of that
 * name.
 */
function staticMember(global: string, name: string): Identifier | undefined {
  const owner = interfaceOf(global)
  return isJavaScript(global) ? owner?.[name] : owner?.[`${name}_static`]
}

const identifiersIn = (owner: Identifier): Identifier[] =>
  Object.keys(owner).flatMap((name) => (name === '__compat' ? [] : (owner[name] ?? [])))

/**
 * Members of all interfaces, by name. The object of a call is unknown, so one supported member of
 * the called name is enough. Excludes interfaces that the floor lacks entirely: scripts reach their
 * objects only through a global, which is checked itself, and most of their methods share a name
 * with a method of ours.
 */
const members = new Map<string, Identifier[]>()
for (const owner of identifiersIn(interfaces)) {
  if (owner.__compat !== undefined && !isAtFloor(owner)) continue
  for (const name of Object.keys(owner)) {
    const member = owner[name]
    if (name !== '__compat' && !name.endsWith('_static') && member !== undefined)
      members.set(name, [...(members.get(name) ?? []), member])
  }
}

/**
 * Something that the floor lacks: a global (`owner` is ''), or a member of a global that it has.
 */
export interface Missing {
  readonly owner: string
  readonly name: string
  readonly isStatic: boolean
}

/** Everything that the floor lacks. */
export function missingInOldest(): readonly Missing[] {
  return Object.entries(interfaces).flatMap(([owner, feature]) => {
    if (!isIdentifier(feature)) return []
    if (isNewer(feature)) return [{ owner: '', name: owner, isStatic: true }]
    return Object.entries(feature).flatMap(([key, member]) => {
      const name = key.replace(/_static$/, '')
      return isIdentifier(member) && isNewer(member)
        ? [{ owner, name, isStatic: name !== key }]
        : []
    })
  })
}

const isIdentifier = (value: Identifier | Identifier['__compat']): value is Identifier =>
  value !== undefined && '__compat' in value

interface SyntaxNode {
  readonly type: string
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : ''

const interfaceOf = (name: string): Identifier | undefined =>
  Object.hasOwn(interfaces, name) ? interfaces[name] : undefined
const isNewer = (feature: Identifier | undefined) =>
  feature?.__compat !== undefined && !isAtFloor(feature)

/** Splits a member access: `URL` and `canParse`; '' for an expression or a computed name. */
function memberOf(node: unknown): readonly [owner: string, name: string] {
  const isMember = isNode(node) && node.type === 'MemberExpression' && node.computed === false
  return isMember ? [nameOf(node.object), nameOf(node.property)] : ['', '']
}

/**
 * Returns the feature newer than the floor that a piece of syntax needs: a constructor, a member of
 * a global, or a method called on any object. null if it needs none.
 */
function newerThanFloor(node: SyntaxNode): string | null {
  if (node.type === 'NewExpression')
    return isNewer(interfaceOf(nameOf(node.callee))) ? nameOf(node.callee) : null
  if (node.type === 'MemberExpression') {
    const [owner, name] = memberOf(node)
    return isNewer(staticMember(owner, name)) ? `${owner}.${name}` : null
  }
  const [owner, name] = node.type === 'CallExpression' ? memberOf(node.callee) : ['', '']
  const found = interfaceOf(owner) === undefined ? (members.get(name) ?? []) : []
  return found.length > 0 && !found.some(isAtFloor) ? `.${name}()` : null
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const part of value) collect(part, found)
  else if (isNode(value)) {
    const newer = newerThanFloor(value)
    if (newer !== null) found.add(newer)
    for (const part of Object.values(value)) collect(part, found)
  }
}

/** The features that a script calls and a browser at the floor lacks. */
export function missingAtFloor(source: string): string[] {
  const found = new Set<string>()
  collect(parseAst(source), found)
  return [...found]
}

/**
 * Refuses a build whose page, worker or libraries call what a browser at the floor lacks (fault
 * 84). Throws `Failure`.
 */
export function assertFloor(site: string): void {
  const scripts = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const inPage = [
    ...readFileSync(join(site, 'index.html'), 'utf8').matchAll(/<script>(.*?)<\/script>/gs),
  ].map(([, text = '']) => text)
  const sources = [
    ...scripts.map((name) => [name, readFileSync(join(site, name), 'utf8')] as const),
    ['index.html', inPage.join('\n;')] as const,
  ]
  const missing = sources.flatMap(([name, source]) =>
    missingAtFloor(source).flatMap((feature) =>
      Object.hasOwn(GUARDED, feature) ? [] : [`${feature} in ${name}`],
    ),
  )
  if (missing.length > 0)
    throw new Failure(
      `The oldest supported browser lacks ${missing.join(', ')} (scripts/browser-floor.ts).`,
    )
}
