import { describe, expect, test } from 'vitest'
import { MEDALS } from '#rules/medals'
import { type ResultTeam, resultsPage } from '../../src/features/setup/results-page'

const BOOTHS = Array.from({ length: 40 }, (_, index) => `stand-${index}`)

function team(index: number, own: Partial<ResultTeam> = {}): ResultTeam {
  return {
    team_id: `tim-${index}`,
    team_name: `Tim ${index}`,
    rank: index + 1,
    points: 10_000 - index,
    medals: MEDALS.slice(0, index % 7),
    lit: BOOTHS.slice(0, index % 40),
    treasures: index % 4,
    ...own,
  }
}

const page = (teams: readonly ResultTeam[], prizes = 3) =>
  resultsPage({
    teams,
    booths: BOOTHS,
    lastPrizePlace: prizes,
    product: 'Igra <b>&',
    company: 'Udruga "Š"',
    lines: ['Stanje: 9. svibnja 2026. u 18:00'],
  })

describe('the page of results', () => {
  test('runs nothing and requests nothing, even for a team named <script> and a product named <b>', async () => {
    const html = await page([team(0, { team_name: '<script>alert(1)</script>"\'' }), team(1)])
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;')
    expect(html).toContain('Igra &lt;b&gt;&amp;')
    expect(html).toContain('Udruga &quot;Š&quot;')
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<(script|link|img|iframe|object|b)\b|\bon\w+=|url\(|@import/)
    expect(html).not.toMatch(/\b(src|href)="(?!#)|https?:/)
  })

  test('shows the ranking, every team on a shared prize place, medals and stars, and names no booth', async () => {
    const html = await page(
      [
        team(0, { lit: BOOTHS.slice(0, 5), treasures: 2, medals: ['prvi', 'novija'] }),
        team(1, { rank: 2, points: 90 }),
        team(2, { rank: 2, points: 90 }),
        team(3, { rank: 4, points: 0, medals: [] }),
      ],
      2,
    )
    expect(html.match(/<tr>/g)).toHaveLength(5)
    expect(html.match(/<h3/g)).toHaveLength(3)
    expect(html.match(/dijele mjesto/g)).toHaveLength(2)
    expect(html).toContain('aria-label="Zviježđe: 5\u00a0od\u00a040\u00a0zvijezda, 2\u00a0blaga"')
    expect(html).toContain('aria-label="Prvi bodovi"')
    expect(html).not.toMatch(/novija|stand-/)
  })

  test('of six hundred teams and forty booths has less than 2 MB', async () => {
    const html = await page(Array.from({ length: 600 }, (_, index) => team(index)))
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000)
    expect(html.match(/<tr>/g)).toHaveLength(601)
  })
})
