import type { Command } from 'commander'
import { readPublicUrl, SettingError } from '#server/env'
import { Failure } from '#server/failure'
import { type Output, plural } from '../common/command'
import { MEASURE_ELSEWHERE } from './page-text'
import { type RehearseFlags, rehearse } from './rehearse-command'

function serverOf(url: string | undefined): URL {
  if (url === undefined) return readPublicUrl(process.env)
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url)
  throw new SettingError(`--url must be the address of the server, such as http://localhost:8080, not "${url}".`)
}

/** Ends with a page at the first Ctrl-C, and at once at the second. */
function stopAtCtrlC(output: Output): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => {
    output.note('Stopping: waiting awards are sent and compared. Ctrl-C again ends it at once.\n')
    stop.abort()
  })
  return stop.signal
}

export function registerRehearse(program: Command, output: Output): void {
  program
    .command('rehearse')
    .description('play an event against the running server, and say go or no-go')
    .option('--players <N>', 'how many', '2000')
    .option('--booths <N>', 'how many', '40')
    .option('--minutes <N>', 'how long it plays', '5')
    .option('--url <address>', 'the server, where PUBLIC_URL does not lead to it from here')
    .option('--out <DIR>', 'folder for the page, rehearsal.html and rehearsal.txt; no file in it is replaced', 'rehearsal')
    .option('--yes', 'rehearse beside real players without asking', false)
    .addHelpText(
      'after',
      `
Run it where DATABASE_URL is the server's. It makes booths, staff and players of its own ("Proba …"), signs them in, founds teams,
gives points, breaks connections on purpose, takes every booth offline once, and reads as phones do; all by the API over HTTP.
Then it compares what it was answered with the ledger. It ends with 0 for a go and 1 for a no-go. Where the event's window is
closed, it stands open meanwhile. No SMS is sent. Afterwards stop the server and "reset --keep tags,staff,settings", which
removes every trace, and all other players and teams too: rehearse before you invite anybody.
  npm run event -- rehearse --players 2000 --booths 40 --minutes 5
  npm run event -- rehearse --players 100 --booths 5 --minutes 1 --url http://localhost:8080`,
    )
    .action(async (flags: RehearseFlags) => {
      const options = { ...flags, url: serverOf(flags.url), output, stopped: stopAtCtrlC(output) }
      const { verdict, measure_elsewhere, criteria } = await rehearse(options)
      if (verdict === 'go') return
      if (measure_elsewhere) throw new Failure(`No-go: ${MEASURE_ELSEWHERE}`)
      throw new Failure(`No-go: ${plural(criteria.filter(({ met }) => !met).length, 'criterion', 'criteria')} missed.`)
    })
}
