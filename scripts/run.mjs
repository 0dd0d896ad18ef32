// Runs a command on the Node that `npm ci` installs, whichever Node started npm. Plain JavaScript,
// because the Node that started npm may be older.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST = 24
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'

const packages = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')
const system = process.platform === 'win32' ? 'win' : process.platform
const brought = join(packages, `node-${system}-${process.arch}`, 'bin', PROGRAM)
const node = existsSync(brought) ? brought : process.execPath

if (node === process.execPath && Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `This needs Node ${OLDEST} or newer, but this is Node ${process.versions.node}: run "npm ci" first, or install a newer Node from https://nodejs.org.\n`,
  )
  process.exit(1)
}

if (!existsSync(join(packages, 'tsx'))) {
  process.stderr.write(
    'The packages are not installed, or only some of them: run "npm ci" first.\n',
  )
  process.exit(1)
}

const [command, ...args] = process.argv.slice(2)
const program = command === 'node' ? node : command
const env = {
  ...process.env,
  PATH: [dirname(node), join(packages, '.bin'), process.env.PATH].join(delimiter),
}

// Replace this process by the command where possible, so that signals reach it directly.
if (program === node && process.execve !== undefined) process.execve(node, [node, ...args], env)

// On Windows, commands of packages are .cmd files, which only a shell can start.
const child = spawn(program, args, {
  stdio: 'inherit',
  env,
  shell: process.platform === 'win32' && program !== node,
})
// Do not pass on Ctrl+C from a terminal, which sends it to the command too: a server that gets it
// twice ends before it has answered its calls.
const passedOn = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT']
process.on('SIGINT', () => {})
for (const signal of passedOn) process.on(signal, () => child.kill(signal))
child.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
