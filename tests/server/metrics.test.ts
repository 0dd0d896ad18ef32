import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordAudit } from '#server/db/queries/audit'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { METRICS_TOKEN, type TestGame } from '../support/game-server'
import { onEachEngine } from '../support/use-game'

const READER = { url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }

/** The metrics without labels, by name. */
async function numbersOf({ app }: TestGame): Promise<Readonly<Record<string, number>>> {
  const { body } = await app.inject(READER)
  const lines = body.matchAll(/^(geekquest_\w+) (\S+)$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, value]) => [name, value === '+Inf' ? Infinity : Number(value)]),
  )
}

onEachEngine('the metrics', (game) => {
  test('count each award, bonus, refusal and SMS once, and show what waits and how old the backup is', async () => {
    const before = await numbersOf(game)
    expect(before).toMatchObject({
      geekquest_backup_age_seconds: Infinity,
      geekquest_sms_failing: 0,
      geekquest_award_queue: 0,
    })
    const { staff, team, award } = await atTheBooth(game)
    const given = award()
    await staff.api.ok('awardPoints', given)
    await staff.api.ok('awardPoints', given)
    await staff.api.ko('awardPoints', award())
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    for (const _ of [1, 2]) await team.captain.api.ok('scan', { nfc_id })
    await game.db.write({ kind: 'records' }, (db) =>
      recordAudit(db, game.clock.now(), { user_id: null, what: 'backup', reason: null, about: '' }),
    )
    game.clock.advance(90_000)
    const after = await numbersOf(game)
    const grown = (name: string) =>
      (after[`geekquest_${name}`] ?? 0) - (before[`geekquest_${name}`] ?? 0)
    expect([grown('awards_total'), grown('refusals_total'), grown('sms_failed_total')]).toEqual([
      2, 1, 0,
    ])
    expect(grown('sms_sent_total')).toBeGreaterThan(0)
    expect(after).toMatchObject({
      geekquest_backup_age_seconds: 90,
      geekquest_streams: 0,
      geekquest_log_lines_lost_total: 0,
    })
    expect(after.geekquest_database_bytes).toBeGreaterThan(100_000)
    expect(after.geekquest_awards_waiting).toBe(0)
  })

  test('each metric that an alert of deploy/alerts.yml names exists, and each alert says what to do', async () => {
    const alerts = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
      .split(/^ {6}- alert: /m)
      .slice(1)
    expect(alerts.length).toBeGreaterThan(5)
    for (const alert of alerts)
      expect(alert).toMatch(
        /^\w+\n {8}expr: .+\n(.+\n)* {8}annotations:\n {10}summary: .+\n {10}do: .+/,
      )
    const named = alerts.flatMap(
      (alert) => /expr: (.+)/.exec(alert)?.[1]?.match(/\b(?:geekquest|nodejs|process)_\w+/g) ?? [],
    )
    const { body } = await game.app.inject(READER)
    const known = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    expect(named.filter((name) => !known.has(name))).toEqual([])
    const listed = readFileSync(new URL('../../docs/DEPLOYMENT.md', import.meta.url), 'utf8')
    expect(
      [...known].filter(
        (name = '') => name.startsWith('geekquest_') && !listed.includes(`\`${name}\``),
      ),
    ).toEqual([])
  })
})
