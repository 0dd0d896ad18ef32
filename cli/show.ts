import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { COMMAND } from '#server/command-name'
import { readEvent } from '#server/event-file/current-event'
import { cannotWrite } from '#server/failure'
import { localTime } from '#server/time'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase } from './event-database'

/** Writes a file readable only by its owner, either completely or not at all. Throws `Failure`. */
async function writePrivateFile(file: string, content: string): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    await writeFile(part, content, { mode: 0o600, flag: 'wx', flush: true })
    // The umask may have removed permissions.
    await chmod(part, 0o600)
    await rename(part, file)
  } catch (reason) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cannotWrite(file, reason)
  }
}

async function show(out: string | undefined, run: CommandRun): Promise<void> {
  await withEventDatabase('command', async (db) => {
    const { settings, ...event } = await readEvent(db.read)
    const local = (time: string | null) => (time === null ? null : localTime(Date.parse(time)))
    const times = { starts_at: local(settings.starts_at), ends_at: local(settings.ends_at) }
    // Leave out account ids: `apply` identifies people by their numbers, also in another database.
    const withoutUserIds = (key: string, value: unknown) => (key === 'user_id' ? undefined : value)
    const text = `${JSON.stringify({ settings: { ...settings, ...times }, ...event }, withoutUserIds, 2)}\n`
    if (out === undefined) return run.print(JSON.parse(text), text)
    if (existsSync(out)) await run.confirm(`${out} exists. Replace it?`)
    await writePrivateFile(out, text)
    run.print({ file: out }, `${out}\n`)
  })
}

export function registerShow(program: Command, output: CommandOutput): void {
  program
    .command('show')
    .description('print the event as a file that "apply" reads')
    .option(
      '--out <FILE>',
      'write it into a file that only its owner may read; it holds names and numbers',
    )
    .option('--yes', 'replace an existing file without asking', false)
    .addHelpText('after', `\n  ${COMMAND} show --out event.json`)
    .action((flags: CommandFlags & { out?: string }) => show(flags.out, createRun(output, flags)))
}
