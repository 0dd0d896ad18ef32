// Simulates other load during a test run: starts one busy process per core, or as many as its
// argument says, and ends them when it is ended.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const count = Number(process.argv[2] ?? availableParallelism())
const burners = Array.from({ length: count }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.stdout.write(`${count} processes are busy; end them with Ctrl+C or kill ${process.pid}.\n`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const burner of burners) burner.kill('SIGKILL')
    process.exit(0)
  })
}
