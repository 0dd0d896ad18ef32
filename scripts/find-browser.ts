import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Chromium's engine without its windows, if it is installed separately: journeys need a third less
 * CPU time in it.
 */
const KNOWN_SHELLS = ['/usr/bin/chromium-headless-shell']

const WHAT_TO_DO =
  'No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to its executable, then run npm test again.'

/**
 * The first version that reports when a frame was painted
 * (https://w3c.github.io/paint-timing/#dom-painttimingmixin-painttime).
 */
const MIN_VERSION = 140

const isThere = (place: string | undefined) =>
  place !== undefined && place !== '' && existsSync(place)

function findInstalled(): string | null {
  const places = [process.env.CHROMIUM_PATH, ...KNOWN_PLACES, chromium.executablePath()]
  return places.find(isThere) ?? null
}

/**
 * Throws if a browser is too old for the journeys. Only the first process of a run starts the
 * browser to read its version; the others find the result in CHECKED_CHROMIUM.
 */
function checkVersion(path: string): void {
  // Skip the check on Windows, where `--version` would open a window.
  if (process.platform === 'win32' || process.env.CHECKED_CHROMIUM === path) return
  const { stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const version = /\d+(?=\.\d)/.exec(stdout ?? '')?.[0]
  if (Number(version ?? 0) < MIN_VERSION) {
    const found =
      version === undefined
        ? `${path} is not a Chromium that starts`
        : `Chromium ${version} at ${path} is too old`
    throw new Error(
      `${found}: the journeys need ${MIN_VERSION} or newer; update it, or set CHROMIUM_PATH to another one.`,
    )
  }
  process.env.CHECKED_CHROMIUM = path
}

function run(command: string, ...args: string[]): boolean {
  process.stdout.write(`$ ${[command, ...args].join(' ')}\n`)
  return (
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  )
}

/** Installs Chromium: for root on Debian its package, which needs no download from other sites. */
function install(): void {
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq')
    if (
      run(
        'apt-get',
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        'chromium',
        'chromium-headless-shell',
      )
    )
      return
    if (run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')) return
  }
  run(
    process.execPath,
    'node_modules/@playwright/test/cli.js',
    'install',
    '--with-deps',
    'chromium',
  )
}

/**
 * Returns the path of the browser for the journeys. Installs a browser if there is none. Throws
 * with instructions if that fails.
 */
export function findBrowser(): string {
  if (findInstalled() === null) {
    process.stdout.write('The journeys need Chromium; installing it.\n')
    install()
  }
  const found = findInstalled()
  if (found === null) throw new Error(WHAT_TO_DO)
  checkVersion(found)
  return found
}

/**
 * Returns the path of the headless shell, or of the whole browser if there is no shell.
 * `HEADLESS_SHELL_PATH` overrides the shell's path. Ends the process with one sentence if neither
 * is found, or if it is too old.
 */
export function findHeadlessShell(): string {
  try {
    const shell = [process.env.HEADLESS_SHELL_PATH, ...KNOWN_SHELLS].find(isThere)
    if (shell === undefined) return findBrowser()
    checkVersion(shell)
    return shell
  } catch (reason) {
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
    process.exit(1)
  }
}
