import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * The parts that each part may import besides itself. A file belongs to the first part whose
 * pattern matches.
 * Each feature is a separate part and may not import other features.
 */
const PARTS: readonly (readonly [part: string, pattern: RegExp, mayImport: string])[] = [
  ['rules', /^rules\//, ''],
  ['contract', /^contract\//, 'rules'],
  ['texts', /^texts\//, 'contract'],
  ['lib', /^src\/lib\//, 'contract texts rules'],
  ['api', /^src\/api\//, 'contract texts lib'],
  ['offline', /^src\/offline\//, 'contract lib api'],
  ['live', /^src\/live\//, 'contract lib api'],
  ['scanner', /^src\/scanner\//, 'contract rules lib'],
  ['ui', /^src\/ui\//, 'contract rules texts lib'],
  // Layouts and several features' screens show the actions that wait for a network.
  ['waiting', /^src\/features\/outbox\//, 'contract rules texts lib api offline ui'],
  ['session', /^src\/session\//, 'contract texts lib api live offline ui pwa waiting'],
  // Teams, booths and messages, which several features show and change.
  ['game', /^src\/game\//, 'contract rules texts lib api offline ui session'],
  // Several features' screens use it, and it imports none of these features.
  ['scanner-screen', /^src\/features\/scanner\//, 'contract texts lib api scanner ui session'],
  // Shown on every screen.
  ['arrival', /^src\/features\/arrival\//, 'contract rules texts lib api offline ui game'],
  // Opened from the menu on every screen.
  ['profile-dialog', /^src\/features\/profile\//, 'contract texts lib api ui session game'],
  // Shares the frame of the control room.
  [
    'setup',
    /^src\/features\/setup\//,
    'contract rules texts lib api ui session game control-room arrival',
  ],
  [
    'control-room',
    /^src\/features\/organiser\//,
    'contract rules texts lib api ui session waiting',
  ],
  [
    'feature',
    /^src\/features\//,
    'contract rules texts lib api live offline scanner ui session game scanner-screen arrival waiting pwa',
  ],
  // The frame around the signed-in screens.
  [
    'layout',
    /^src\/layout\//,
    'contract texts lib api live offline ui session game pwa scanner-screen arrival profile-dialog waiting',
  ],
  // The JSX runtime.
  ['jsx', /^src\/jsx\//, ''],
  ['pwa', /^src\/pwa\//, 'contract texts lib api offline ui'],
  ['worker', /^sw\//, 'contract texts lib api offline pwa'],
  ['page', /^src\//, 'contract texts lib api ui session layout feature control-room setup pwa'],
  ['server', /^server\//, 'contract rules texts'],
  // Plays an event against a running server, and compares the result with the server's database.
  ['rehearsal', /^rehearsal\//, 'contract rules server'],
  // The command line uses the server's database; the server never needs the command line.
  ['cli', /^cli\//, 'contract rules texts server rehearsal'],
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
/** Modules with calls that players' screens never make, and the files that may import them. */
const NOT_FOR_PLAYERS: Readonly<Record<string, RegExp>> = {
  'contract/calls': /^(?!src\/|sw\/)/,
  'contract/calls/organiser': /^(?!src\/|sw\/)|^src\/features\/(organiser|setup)\//,
  'contract/calls/setup':
    /^(?!src\/|sw\/)|^src\/features\/(organiser\/|setup\/|sign-in\/first-organiser)/,
}

function partOf(path: string) {
  const [part, , mayImport = ''] = PARTS.find(([, pattern]) => pattern.test(path)) ?? []
  return part === undefined ? undefined : { part, mayImport: mayImport.split(' ') }
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

/** The imports of one file that violate `PARTS` or `NOT_FOR_PLAYERS`. */
export function wrongImports(importer: string, source: string): string[] {
  const own = partOf(importer)
  if (own === undefined) return []
  const loads = source.replaceAll(TYPES_ONLY, '')
  return [...source.matchAll(IMPORT)].flatMap(([line, specifier = '']) => {
    const target = resolveImport(importer, specifier)
    const other = target === null ? undefined : partOf(target)
    if (target === null || other === undefined) return []
    if (loads.includes(line) && NOT_FOR_PLAYERS[target]?.test(importer) === false)
      return [`${importer} loads ${target}`]
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

const FOLDERS = ['contract', 'rules', 'texts', 'src', 'sw', 'server', 'cli', 'rehearsal']

/** The wrong imports of all files of the product. Throws if a folder has no sources. */
export function allWrongImports(): string[] {
  return FOLDERS.flatMap((folder) => {
    const paths = sourcesUnder(folder)
    if (paths.length === 0) throw new Error(`no sources in ${folder}`)
    return paths.flatMap((path) => wrongImports(path, readFileSync(path, 'utf8')))
  })
}
