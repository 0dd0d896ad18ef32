import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/calls'
import type { TableName } from '#contract/organiser-entities'
import { createMeter } from '#rehearsal/meter'
import { type Line, openLine, type Phone } from '#rehearsal/phone'
import { openDatabase } from '#server/db/open'
import { readOdd } from '#server/db/queries/odd'
import { findScoreDifferences } from '#server/db/queries/scores'
import { createTestDatabase, type TestDatabase, urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const EXAMPLE = 'examples/convention'
const HOUR_MS = 3_600_000

type Tables = Partial<Record<TableName, CallOutput<'table'>['rows'] | undefined>>

/** A block of commands in the README. */
interface Block {
  readonly commands: string
  /** Whether a server runs meanwhile. */
  readonly server: boolean
  /** What is typed when a command asks. */
  readonly answer: string
}

/** The README's blocks, with a rehearsal that lasts seconds. */
function readBlocks(): Block[] {
  const text = readFileSync(join(ROOT, EXAMPLE, 'README.md'), 'utf8')
  return [...text.matchAll(/^```sh(?<words>[^\n]*)\n(?<commands>[\s\S]*?)^```/gm)].flatMap(({ groups }) => {
    const { words = '', commands = '' } = groups ?? {}
    if (words.includes('env')) return []
    const short = commands.replace('--players 2000 --booths 40 --minutes 5', '--players 9 --booths 2 --minutes 0.03')
    return [{ commands: short, server: words.includes('server'), answer: /answer=(\S+)/.exec(words)?.[1] ?? '' }]
  })
}

const signInLinks = (text: string) => [...text.matchAll(/\/l\/(\w+)\/(\w+)/g)].map(([, id = '', mtp = '']) => ({ id, mtp }))

/** A rehearsal on a busy machine may be a no-go, for late answers alone. */
function isLate(output: string): boolean {
  const missed = output.split('\n').filter((line) => /MISSED$/.test(line))
  return missed.length > 0 && missed.every((line) => / m?s +MISSED$/.test(line))
}

describe('the example of a convention', () => {
  let database: TestDatabase
  const folder = ownServerFolder()
  const path = ownFolder()
  let server: ServerProcess | null = null
  let line: Line
  let organiser: Phone
  let sticker: string | undefined
  let databaseUrl: string
  beforeAll(async () => {
    database = await createTestDatabase(engineUnderTest())
    databaseUrl = urlOf(database.location)
    cpSync(join(ROOT, EXAMPLE), path(EXAMPLE), { recursive: true })
    mkdirSync(path('bin'))
    // `npm run event -- …` as a person types it, without npm's and tsx's start.
    const npm = `#!/bin/sh\n[ "$1 $2 $3" = "run event --" ] || exit 9\nshift 3\nexec "${process.execPath}" "${inject('serverBundle')}/event.js" "$@"\n`
    writeFileSync(path('bin/npm'), npm, { mode: 0o755 })
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
    await database.drop()
  })

  const read = (name: string) => readFileSync(path(name), 'utf8')
  const edit = (name: string, change: (text: string) => string) => writeFileSync(path(name), change(read(name)))

  /** Runs a block in a shell that ends at the first command that fails. */
  function run({ answer, commands }: Block): Promise<{ code: number; output: string }> {
    const env = {
      ...{ PATH: `${path('bin')}:${process.env.PATH}`, DATABASE_URL: databaseUrl, SMS_URL: `file:${folder.smsFile}` },
      PUBLIC_URL: server?.url ?? 'https://igra.example.hr',
    }
    return new Promise((resolve) => {
      const shell = execFile('bash', ['--norc', '-ec', commands], { cwd: path(), env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
      })
      shell.stdin?.end(`${answer}\n`)
    })
  }

  async function setServer(runs: boolean): Promise<void> {
    if (runs === (server !== null)) return
    if (server === null) server = await startServerProcess(folder, databaseUrl)
    else {
      await server.end('SIGTERM')
      server = null
    }
  }

  async function ok<N extends CallName>(phone: Phone, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const reply = await phone.call(calls[name], input)
    if (reply.is !== 'ok') throw new Error(`${name}: ${JSON.stringify(reply)}`)
    return reply.output
  }

  async function signIn(link: { id: string; mtp: string } | undefined): Promise<Phone> {
    const phone = line.phone(null)
    await ok(phone, 'signIn', link ?? { id: '', mtp: '' })
    return phone
  }

  /** What the organiser does under Priprema: team tags, and the list of players. */
  async function prepare(link: { id: string; mtp: string } | undefined): Promise<void> {
    line = openLine([new URL(server?.url ?? '')], createMeter())
    organiser = await signIn(link)
    sticker = (await ok(organiser, 'makeTags', { count: 500, nfc_type: 'team' })).tags[0]?.nfc_id
    const [head = '', ...rows] = read(`${EXAMPLE}/players.csv`).trim().split('\n').slice(0, 13)
    const keys = head.trim().split(',')
    const people = rows.map((row) =>
      Object.fromEntries(
        row
          .trim()
          .split(',')
          .map((cell, at) => [keys[at], cell]),
      ),
    )
    const { results } = await ok(organiser, 'invitePeople', { people })
    expect(results.map(({ status }) => status)).toEqual(people.map(() => 'sent'))
  }

  async function readTables(): Promise<Tables> {
    const rows = async (what: TableName) => (await ok(organiser, 'table', { what })).rows
    const [teams, late, awards, refusals, audit] = await Promise.all(
      (['teams', 'late', 'awards', 'refusals', 'audit'] as const).map(rows),
    )
    return { teams, late, awards, refusals, audit }
  }

  /** What happens in the halls: three players make a team of two and a team of one, and two booths give points. */
  async function play(): Promise<{ readonly wrong: string; readonly sendLate: () => Promise<void> }> {
    const [ana, bruno, cvita] = await Promise.all(
      folder
        .sent()
        .slice(0, 3)
        .map(({ text }) => signIn(signInLinks(text)[0])),
    )
    if (ana === undefined || bruno === undefined || cvita === undefined) throw new Error('fewer than three SMS')
    const { team_id } = await ok(ana, 'createTeam', { team_name: 'Zmajevi', nfc_id: sticker, nfc_type: 'team' })
    await ok(bruno, 'joinTeam', { team_id })
    const [request] = (await ok(ana, 'listInvites', {})).invites
    await ok(ana, 'acceptInvite', { player_id: request?.player_id ?? '' })
    const { team_id: vile } = await ok(cvita, 'createTeam', { team_name: 'Vile' })
    const hidden = /"nfc_id": "(\w+)", "nfc_type": "bonus", "point_type": "blago"/.exec(read(`${EXAMPLE}/event.json`))
    await ok(bruno, 'scan', { nfc_id: hidden?.[1] ?? '' })
    const { links } = await ok(organiser, 'staffLinks', { vendor_id: 'info' })
    const booth = await signIn(signInLinks(links[0]?.link ?? '')[0])
    const wrong = randomUUID()
    const give = (team: string, award_id: string = randomUUID()) => ({
      team_id: team,
      point_type: 'sudjelovanje',
      award_id,
      queued_ms: 0,
    })
    const { results } = await ok(booth, 'awardMany', { awards: [give(vile, wrong), give(team_id), give(team_id)] })
    expect(results.map((one) => (one.status === 'OK' ? 'OK' : one.code))).toEqual(['OK', 'OK', 'COOLDOWN'])
    // A phone that comes back after the closing, and is put away once it has an answer.
    async function sendLate(): Promise<void> {
      const { results } = await ok(booth, 'awardMany', { awards: [give(vile)] })
      expect(results).toMatchObject([{ status: 'KO', code: 'KEPT_FOR_ORGANISER' }])
    }
    return { wrong, sendLate }
  }

  /** The control room, while the event runs. */
  async function correct(wrong: string): Promise<void> {
    const { teams } = await ok(organiser, 'find', { query: 'Zmajevi' })
    const team_id = teams[0]?.team_id ?? ''
    await ok(organiser, 'adjustPoints', { team_id, points: 10, reason: 'best costume', adjustment_id: randomUUID() })
    await ok(organiser, 'moveAward', { award_id: wrong, team_id, reason: 'wrong team' })
    await ok(organiser, 'announce', { text: 'Finale na velikoj pozornici u 18 sati.', to: 'all' })
    await ok(organiser, 'freeze', {})
  }

  /** The control room at the end: what comes late is accepted, the ranking revealed, and a person deleted after the tables are taken. */
  async function finish(sendLate: () => Promise<void>): Promise<Tables> {
    await ok(organiser, 'closeResults', {})
    await sendLate()
    for (const { late_id } of (await ok(organiser, 'listLate', {})).late) {
      await ok(organiser, 'acceptLate', { late_id, reason: 'the hall had no network' })
    }
    await ok(organiser, 'reveal', {})
    const tables = await readTables()
    const { people } = await ok(organiser, 'find', { query: 'leab' })
    await ok(organiser, 'erasePerson', { user_id: people[0]?.user_id ?? '', reason: 'request of 12 May' })
    return tables
  }

  /** Runs the README's blocks in their order, and between them what the people do. Returns the tables at the end. */
  async function runDay(blocks: readonly Block[]): Promise<Tables | null> {
    let played = { wrong: '', sendLate: async () => {} }
    let tables: Tables | null = null
    const before: Readonly<Record<string, () => Promise<void>>> = {
      'login-link iva': async () => {
        played = await play()
      },
      noon: () => correct(played.wrong),
      'end.backup': async () => {
        tables = await finish(played.sendLate)
      },
    }
    for (const block of blocks) {
      const { commands } = block
      await setServer(block.server)
      for (const [command, work] of Object.entries(before)) if (commands.includes(command)) await work()
      const { code, output } = await run(block)
      expect([commands, isLate(output) ? 0 : code, output]).toEqual([commands, 0, output])
      if (commands.includes('login-link ana')) await prepare(signInLinks(output)[0])
    }
    return tables
  }

  test('a whole day of it is run with the commands of its README, and in the browser', { timeout: 120_000 }, async () => {
    const blocks = readBlocks()
    expect(blocks.length).toBe(11)
    // The day is today.
    const hours = { from: new Date(Date.now() - HOUR_MS).toISOString(), to: new Date(Date.now() + 8 * HOUR_MS).toISOString() }
    edit(`${EXAMPLE}/event.json`, (text) =>
      text
        .replace(/"starts_at": "[^"]+"/, `"starts_at": "${hours.from}"`)
        .replace(/"ends_at": "[^"]+"/, `"ends_at": "${hours.to}"`),
    )
    const tables = await runDay(blocks)
    // Twice 5 of the booth, once at first to the wrong team; 7 of the bonus, 10 of the parade.
    // What came late counts, once it was accepted.
    expect(tables?.teams).toMatchObject([
      {
        place: 1,
        team_name: 'Zmajevi',
        points: 27,
        member_count: 2,
        captain: 'leab',
        members: expect.stringMatching(/ \+\d+ · .+ \+\d+$/),
      },
      { place: 2, team_name: 'Vile', points: 5, member_count: 1 },
    ])
    expect(tables?.late).toMatchObject([
      { team_name: 'Vile', label: 'Sudjelovanje', points: 5, accepted_at: expect.stringContaining('T') },
    ])
    expect(tables?.awards).toHaveLength(6)
    expect(tables?.refusals).toMatchObject([{ code: 'COOLDOWN' }])
    expect(tables?.audit?.filter(({ what }) => what === 'rehearse')).toEqual([])
    const db = await openDatabase(database.location)
    try {
      expect(await db.read.selectFrom('users').where('nickname', '=', 'leab').select('user_id').execute()).toEqual([])
      expect(await findScoreDifferences(db.read)).toEqual([])
      expect(await readOdd(db.read, 50)).toEqual([])
    } finally {
      await db.close()
    }
    expect(readdirSync(path('rehearsals'))).toEqual(['rehearsal.txt'])
    expect(readdirSync(path('backups')).sort()).toEqual(
      expect.arrayContaining(['drill.backup', 'end.backup', 'morning.backup', 'noon.backup']),
    )
  })
})
