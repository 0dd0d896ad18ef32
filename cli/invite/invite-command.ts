import type { Command } from 'commander'
import { readSmsSettings } from '#server/env'
import { Failure } from '#server/failure'
import { openSms } from '#server/sms/providers'
import { reportFaults } from '../apply/apply-command'
import { type CommandFlags, type Output, onEvent, plural, progressTo } from '../common/command'
import { readTextFile } from '../files/files'
import { forecastCost, forecastText, invite, type Outcome, planStep, readPlayers, type Step } from './invite'

interface Flags extends CommandFlags {
  readonly dryRun: boolean
  readonly perMinute: string
}

/** As many as one server sends for everybody else beside it. */
const PER_MINUTE_MAX = 960
function parsePace(text: string): number {
  const perMinute = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (perMinute >= 1 && perMinute <= PER_MINUTE_MAX) return 60_000 / perMinute
  throw new Failure(`--per-minute takes a whole number from 1 to ${PER_MINUTE_MAX}.`)
}

function shown(outcome: Exclude<Outcome, { is: 'sent' }> | Exclude<Step, { is: 'invite' }>): string | null {
  const { line, nickname } = outcome.player
  const place = `line ${line}, ${nickname}:`
  switch (outcome.is) {
    case 'done':
      return outcome.certain ? null : `${place} it is not known whether the SMS left; not sent again. If it did not: login-link`
    case 'skip':
      return `${place} not invited, ${outcome.why}`
    case 'failed':
      return outcome.fate === 'unknown'
        ? `${place} the SMS may have left or not (${outcome.why}); it is not sent again. If it did not: login-link`
        : `${place} not sent (${outcome.why}); run it again`
  }
}

/** As what an outcome is counted. */
const COUNTED = { sent: 'sent', done: 'done', skip: 'skipped', failed: 'failed' } as const

async function inviteAll(path: string, flags: Flags, output: Output): Promise<void> {
  const [settings, paceMs, text] = [readSmsSettings(process.env), parsePace(flags.perMinute), await readTextFile(path)]
  const players = await reportFaults(path, { output, json: flags.json }, async () => readPlayers(text, path))
  await onEvent(output, flags, async (db, { reason }, print) => {
    const steps: Step[] = []
    for (const player of players) steps.push(await planStep(db.read, player, settings.smsCountries))
    const forecast = await forecastCost(db.read, settings, steps, paceMs)
    output.note(forecastText(forecast))
    if (flags.dryRun) {
      const lines = steps.flatMap((step) => (step.is === 'invite' ? [] : (shown(step) ?? [])))
      const result = { to_invite: forecast.toInvite, sms: forecast.sms, room: forecast.room, left_out: lines }
      print(result, lines.map((line) => `${line}\n`).join(''))
      output.note('This was a dry run: nobody was registered, nothing was sent.\n')
      return
    }
    const counts = { sent: 0, done: 0, skipped: 0, failed: 0 }
    const progress = progressTo(output, (done) => `${done} of ${players.length}, ${counts.sent} sent`)
    try {
      await invite(players, {
        ...{ db, settings, reason, paceMs, now: Date.now },
        sender: openSms(settings.sms, settings.publicUrl.host, Date.now),
        onStep(outcome, done) {
          counts[COUNTED[outcome.is]]++
          const line = outcome.is === 'sent' ? null : shown(outcome)
          if (line !== null) output.note(`${line}\n`)
          progress(done)
        },
      })
    } finally {
      const { sent, done, skipped, failed } = counts
      print(counts, `${sent} sent, ${done} had one already, ${skipped} left out, ${failed} failed.\n`)
    }
    if (counts.failed > 0)
      throw new Failure(`${plural(counts.failed, 'SMS', 'SMS')} failed; run it again for those that did not leave.`)
  })
}

export function registerInvite(program: Command, output: Output): void {
  program
    .command('invite')
    .description('register the players of a list and send each a sign-in link by SMS')
    .argument(
      '<players.csv>',
      'columns first_name, last_name, email, mobile, nickname; or Ime, Prezime, E-mail, Broj mobitela, Nadimak',
    )
    .option('--dry-run', 'only check the list and forecast the cost in SMS', false)
    .option('--per-minute <N>', `the pace, 1 to ${PER_MINUTE_MAX} SMS a minute`, '120')
    .addHelpText(
      'after',
      `
Sends as the server does: by SMS_URL, within SMS_BUDGET and SMS_BUDGET_DAY, to SMS_COUNTRIES. It may be stopped
and run again at any time, also with a longer list: nobody gets a second SMS. Where it is not known whether
one left, it is not sent again; login-link helps that person. A link works until it is used or withdrawn.
  npm run event -- invite players.csv --dry-run
  npm run event -- invite players.csv`,
    )
    .action((path: string, flags: Flags) => inviteAll(path, flags, output))
}
