import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { delimiter } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownFolder } from '../support/folder'
import { blocksUnder } from './guide'

const compose = readFileSync('deploy/compose.yaml', 'utf8')
const containerfile = readFileSync('deploy/Containerfile', 'utf8')
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

test('env.example has every variable that compose.yaml reads', () => {
  const variables = new Set(all(compose, /\$\{(\w+)/g))
  const given = all(readFileSync('deploy/env.example', 'utf8'), /^(\w+)=/gm)
  expect([...variables].filter((name) => !given.includes(name))).toEqual(['SMS_COUNTRIES'])
})

test('the files that the container copies exist, and so do the programs that it runs', () => {
  const copied = all(containerfile, /^COPY (?:--chmod=\d+ )?(deploy\/\S+)/gm)
  const mounted = all(compose, /^ +- \.\/(Caddyfile):/gm).map((name) => `deploy/${name}`)
  for (const file of [...copied, ...mounted]) expect(existsSync(file), file).toBe(true)
  const installed = all(containerfile, /^COPY .* \/usr\/local\/bin\/(\S+)$/gm)
  expect(installed).toEqual(expect.arrayContaining(all(compose, /^ +command: \["([^"]+)"/gm)))
  expect(installed).toContain('geekquest-event')
})

test('a backup outlives the container of its command: /data is one named volume for all of them', () => {
  const [, data = ''] = /^VOLUME (\S+)$/m.exec(containerfile) ?? []
  expect(containerfile).toContain(`\nWORKDIR ${data}\n`)
  expect(containerfile).toMatch(new RegExp(`^ENV .* HOME=${data}$`, 'm'))
  const [, shared = '', services = ''] = compose.split(/^x-app: &app$|^services:$/m)
  expect(shared).toContain(`    - backups:${data}\n`)
  const [, volumes = ''] = services.split(/^volumes:$/m)
  expect(volumes).toContain('  backups:\n')
  const apps = services.split(/^(?= {2}\w[\w-]*:)/m).filter((service) => service.includes('*app'))
  expect(apps).toHaveLength(3)
  for (const service of apps) expect(service).not.toContain('volumes:')
})

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

describe.skipIf(!isRoot)(`in containers${isRoot ? '' : ': needs root on Linux'}`, () => {
  const folder = ownFolder()
  const program = (name: string, text: string) => {
    mkdirSync(folder('bin'), { recursive: true })
    writeFileSync(folder(`bin/${name}`), `#!/bin/sh\n${text}\n`)
    chmodSync(folder(`bin/${name}`), 0o755)
  }
  const env = { ...process.env, PATH: [folder('bin'), process.env.PATH].join(delimiter) }

  test('the backup loop removes a killed backup’s files, makes a backup, and ends at SIGTERM as process 1', async () => {
    program('geekquest-event', 'touch "$2"; echo made')
    const script = `exec sh ${process.cwd()}/deploy/hourly-backups`
    mkdirSync(folder('data'))
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      writeFileSync(folder(`data/hourly-1.backup.1.part${suffix}`), '')
    const loop = spawn('unshare', ['--pid', '--fork', '--kill-child', 'sh', '-c', script], {
      env,
      cwd: folder('data'),
    })
    await once(loop.stdout, 'data')
    const first = readFileSync(`/proc/${loop.pid}/task/${loop.pid}/children`, 'utf8').trim()
    process.kill(Number(first), 'SIGTERM')
    await once(loop, 'close')
    expect(loop.exitCode).toBe(0)
    expect(readdirSync(folder('data'))).toEqual([expect.stringMatching(/^hourly-[\d-]+\.backup$/)])
  })

  test('the guide, pasted by a root whose umask is 077, leaves files that the container’s user can read', () => {
    program(
      'docker',
      `echo "$@" >> ${folder('docker.log')}; echo https://igra.klub.hr/organizator/prvi#a1`,
    )
    cpSync('deploy', folder('sources/deploy'), { recursive: true })
    writeFileSync(folder('sources/event.json'), '{}')
    mkdirSync(folder('stick'))
    writeFileSync(folder('stick/morning.backup'), 'rows')
    program('git', 'exit')
    const [, ...upgradeAndBack] = blocksUnder('An upgrade, and back')
    const commands = [...blocksUnder('With containers'), ...upgradeAndBack]
      .join('')
      .replaceAll('/mnt/stick', folder('stick'))
    const script = `set -e; shopt -s expand_aliases; umask 077; cd ${folder('sources')}; ${commands}`
    const pasted = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' })
    expect([pasted.status, pasted.stderr]).toEqual([0, ''])
    expect(pasted.stdout).toContain('organizator/prvi#a1')
    const calls = readFileSync(folder('docker.log'), 'utf8')
    const called = (line: string) =>
      expect(calls).toContain(`compose -f deploy/compose.yaml ${line}\n`)
    called('run --rm app-a geekquest-event apply /etc/geekquest/event.json')
    called('run --rm app-a geekquest-event restore /etc/geekquest/morning.backup')
    // A command that needs stopped servers cannot run in the container of one.
    expect(calls).not.toContain('exec app-')
    chmodSync(folder(), 0o755)
    chmodSync(folder('sources'), 0o755)
    chmodSync(folder('sources/deploy'), 0o755)
    // Docker mounts the folder itself, whatever the folders above it allow.
    const files = ['event.json', 'morning.backup'].map((name) =>
      folder(`sources/deploy/secrets/${name}`),
    )
    const read = ['--reuid=1000', '--regid=1000', '--clear-groups', 'cat', ...files]
    expect(spawnSync('setpriv', read, { encoding: 'utf8' }).stdout).toBe('{}rows')
  })
})
