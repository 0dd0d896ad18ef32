import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * The parts that each part may import besides itself. A file belongs to the first part whose pattern matches.
 * Each feature is a separate part and may not import other features.
 */
const PARTS: readonly { readonly part: string; readonly holds: RegExp; readonly mayImport: readonly string[] }[] = [
  { part: 'rules', holds: /^rules\//, mayImport: [] },
  { part: 'contract', holds: /^contract\//, mayImport: ['rules'] },
  { part: 'texts', holds: /^texts\//, mayImport: ['contract'] },
  { part: 'lib', holds: /^src\/lib\//, mayImport: ['texts', 'rules'] },
  { part: 'api', holds: /^src\/api\//, mayImport: ['contract', 'texts', 'lib'] },
  { part: 'offline', holds: /^src\/offline\//, mayImport: ['contract', 'lib', 'api'] },
  { part: 'live', holds: /^src\/live\//, mayImport: ['contract', 'lib', 'api'] },
  { part: 'scanner', holds: /^src\/scanner\//, mayImport: ['contract', 'rules', 'lib'] },
  { part: 'ui', holds: /^src\/ui\//, mayImport: ['contract', 'rules', 'texts', 'lib'] },
  // What waits on this device for a network: shown by the layouts and by several features' screens.
  {
    part: 'waiting',
    holds: /^src\/features\/outbox\//,
    mayImport: ['contract', 'rules', 'texts', 'lib', 'api', 'offline', 'ui'],
  },
  {
    part: 'session',
    holds: /^src\/session\//,
    mayImport: ['contract', 'texts', 'lib', 'api', 'live', 'offline', 'ui', 'pwa', 'waiting'],
  },
  // Used by several features' screens, and imports none of them.
  {
    part: 'scanner screen',
    holds: /^src\/features\/scanner\//,
    mayImport: ['contract', 'texts', 'lib', 'api', 'scanner', 'ui', 'session'],
  },
  // Told on every screen.
  {
    part: 'arrival',
    holds: /^src\/features\/arrival\//,
    mayImport: ['contract', 'rules', 'texts', 'lib', 'api', 'offline', 'ui'],
  },
  // Opened from the menu on every screen.
  {
    part: 'profile dialog',
    holds: /^src\/features\/profile\//,
    mayImport: ['contract', 'texts', 'lib', 'api', 'ui', 'session'],
  },
  // What the organiser prepares is run from the control room, in the same frame.
  {
    part: 'setup',
    holds: /^src\/features\/setup\//,
    mayImport: ['contract', 'rules', 'texts', 'lib', 'api', 'ui', 'session', 'control room'],
  },
  {
    part: 'control room',
    holds: /^src\/features\/organiser\//,
    mayImport: ['contract', 'rules', 'texts', 'lib', 'api', 'ui', 'session'],
  },
  {
    part: 'feature',
    holds: /^src\/features\//,
    mayImport: [
      ...['contract', 'rules', 'texts', 'lib', 'api', 'live', 'offline', 'scanner', 'ui', 'session'],
      ...['scanner screen', 'arrival', 'waiting'],
    ],
  },
  // The frame around the signed-in screens.
  {
    part: 'layout',
    holds: /^src\/layout\//,
    mayImport: [
      ...['contract', 'texts', 'lib', 'api', 'live', 'offline', 'ui', 'session', 'pwa'],
      ...['scanner screen', 'arrival', 'profile dialog', 'waiting'],
    ],
  },
  // What JSX becomes.
  { part: 'jsx', holds: /^src\/jsx\//, mayImport: [] },
  { part: 'pwa', holds: /^src\/pwa\//, mayImport: ['contract', 'texts', 'lib', 'api', 'offline', 'ui'] },
  { part: 'worker', holds: /^sw\//, mayImport: ['contract', 'texts', 'lib', 'api', 'offline', 'pwa'] },
  {
    part: 'page',
    holds: /^src\//,
    mayImport: ['contract', 'texts', 'lib', 'api', 'ui', 'session', 'layout', 'feature', 'control room', 'setup', 'pwa'],
  },
  { part: 'server', holds: /^server\//, mayImport: ['contract', 'rules', 'texts'] },
  // Plays an event against a running server, and compares with its database.
  { part: 'rehearsal', holds: /^rehearsal\//, mayImport: ['contract', 'rules', 'server'] },
  // The command line works beside the server, on the same database. The server does without it.
  { part: 'cli', holds: /^cli\//, mayImport: ['contract', 'rules', 'texts', 'server', 'rehearsal'] },
]

const ALIASES: Readonly<Record<string, string>> = {
  '#contract/': 'contract/',
  '#rules/': 'rules/',
  '#texts/': 'texts/',
  '#lib/': 'src/lib/',
  '#server/': 'server/',
  '#cli/': 'cli/',
  '#rehearsal/': 'rehearsal/',
}

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

const TYPES_ONLY = /^import type [^']*'[^']+'$/gm
/** What brings calls along that no screen of players makes, and who may import it nevertheless. */
const NOT_FOR_PLAYERS: Readonly<Record<string, RegExp>> = {
  'contract/calls': /^(?!src\/|sw\/)/,
  'contract/calls/organiser': /^(?!src\/|sw\/)|^src\/features\/(organiser|setup)\//,
  'contract/calls/setup': /^(?!src\/|sw\/)|^src\/features\/(setup\/|sign-in\/first-organiser)/,
}

function partOf(path: string): (typeof PARTS)[number] | undefined {
  return PARTS.find(({ holds }) => holds.test(path))
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** Resolves an import to a path in the repository; null for a package. */
function resolveImport(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix))
  return alias === undefined ? null : `${ALIASES[alias]}${specifier.slice(alias.length)}`
}

/** The imports of one file that violate the direction. */
export function wrongImports(importer: string, source: string): string[] {
  const own = partOf(importer)
  if (own === undefined) return []
  const loads = source.replaceAll(TYPES_ONLY, '')
  return [...source.matchAll(IMPORT)].flatMap(([line, specifier = '']) => {
    const target = resolveImport(importer, specifier)
    const other = target === null ? undefined : partOf(target)
    if (target === null || other === undefined) return []
    if (loads.includes(line) && NOT_FOR_PLAYERS[target]?.test(importer) === false) return [`${importer} loads ${target}`]
    const samePart = other.part === own.part && featureOf(importer) === featureOf(target)
    return samePart || own.mayImport.includes(other.part) ? [] : [`${importer} imports ${target}`]
  })
}

export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourcesUnder(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** All imports of the product that violate the direction. */
export function allWrongImports(): string[] {
  return ['contract', 'rules', 'texts', 'src', 'sw', 'server', 'cli', 'rehearsal']
    .flatMap(sourcesUnder)
    .flatMap((path) => wrongImports(path, readFileSync(path, 'utf8')))
}
