import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createFolder } from '../support/folder'

/**
 * The repository's path on the machine: in a folder that services cannot enter, as for an operator.
 */
export const SOURCES = '/root/geekquest'

/** The programs that a machine needs, by Debian package. */
const TOOLS = {
  'systemd-container': '/usr/bin/systemd-nspawn',
  caddy: '/usr/bin/caddy',
  curl: '/usr/bin/curl',
  nginx: '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
  'postgresql-common': '/usr/bin/pg_createcluster',
} as const

/** Returns why no machine can be booted here; null if it can. */
export function whyNoMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = Object.entries(TOOLS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0) return `needs ${missing.join(', ')}`
  const mayMount =
    spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  return mayMount ? null : 'needs the right to mount'
}

export interface Ran {
  readonly code: number | null
  /** Everything written to stdout and stderr. */
  readonly output: string
}

export interface Machine {
  /** Runs commands in a root shell in the sources' folder, until one fails. */
  paste(
    script: string,
    options?: { readonly umask?: string; readonly input?: string | undefined },
  ): Promise<Ran>
  end(): Promise<void>
}

/**
 * Boots the machine on an overlay of the host's file system, which keeps all changes in memory.
 * The mounts end with this process.
 */
const BOOT = `set -e
mount -t tmpfs none "$FOLDER/overlay"
mkdir "$FOLDER/overlay/changes" "$FOLDER/overlay/work" "$FOLDER/overlay/root"
mv "$FOLDER/files"/* "$FOLDER/overlay/changes/"
mount -t overlay overlay -o "lowerdir=/,upperdir=$FOLDER/overlay/changes,workdir=$FOLDER/overlay/work" "$FOLDER/overlay/root"
exec systemd-nspawn --quiet --register=no --keep-unit --boot --private-network --console=pipe --directory "$FOLDER/overlay/root" \\
  --hostname=klub --overlay="$SOURCES::${SOURCES}" --bind-ro="$NODE:/usr/bin/node" --tmpfs=/var/lib/postgresql --tmpfs=/etc/postgresql \\
  systemd.unit=basic.target systemd.mask=postgresql.service`

const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()

/** How long systemd may take to start (ms). */
const BOOT_MS = 30_000

/** Waits until the machine's systemd has booted. Returns the id of the machine's first process. */
async function booted(nspawn: ChildProcess, output: () => string): Promise<string> {
  const until = Date.now() + BOOT_MS
  for (;;) {
    const leader =
      nspawn.pid === undefined || nspawn.exitCode !== null ? '' : childrenOf(nspawn.pid)
    const asked =
      leader === ''
        ? null
        : spawnSync('nsenter', ['-t', leader, '-a', 'systemctl', 'is-active', 'basic.target'])
    if (asked?.status === 0) return leader
    if (nspawn.exitCode !== null || Date.now() > until)
      throw new Error(`the machine did not start: ${output()}`)
    await delay(100)
  }
}

/**
 * Boots a machine with systemd, the host's programs and files, and a separate network. All changes
 * are lost at its end. Puts `files` onto it as programs, by their paths, and gives `variables` to
 * the shell of each `paste`.
 */
export async function bootMachine(
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Promise<Machine> {
  const folder = createFolder()
  mkdirSync(folder('overlay'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder('files'), path)), { recursive: true })
    writeFileSync(join(folder('files'), path), text)
    chmodSync(join(folder('files'), path), 0o755)
  }
  const env = {
    PATH: process.env.PATH,
    FOLDER: folder(''),
    SOURCES: process.cwd(),
    NODE: process.execPath,
  }
  const nspawn = spawn('unshare', ['--mount', 'sh', '-c', BOOT], { env })
  let said = ''
  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const leader = await booted(nspawn, () => said)

  return {
    async paste(script, { umask = '022', input = '' } = {}) {
      const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
      const shell = [
        'env',
        '-i',
        'HOME=/root',
        'LANG=C',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        ...given,
      ]
      const text = `set -e; shopt -s expand_aliases; cd ${SOURCES}; umask ${umask}\n${script}`
      const child = spawn('nsenter', ['-t', leader, '-a', '--', ...shell, 'bash', '-c', text])
      child.stdin.end(input)
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      await once(child, 'close')
      return { code: child.exitCode, output }
    },
    async end() {
      const gone = nspawn.exitCode !== null ? null : once(nspawn, 'close')
      process.kill(Number(leader), 'SIGKILL')
      await gone
      folder.remove()
    },
  }
}
