import { expect, test } from 'vitest'
import { personDataPage } from '../../src/features/organiser/person-data-page'

const AT = Date.parse('2026-05-09T12:00:00.000Z')

test('a person’s data are a Croatian page without scripts, which names empty kinds once', () => {
  const html = personDataPage('<script> Babić', AT, {
    account: { nickname: 'ana', blocked_at: null, created_at: '2026-05-09T10:00:00.000Z' },
    awards: [
      { kind: 'bonus', points: 7, what: 'x' },
      { kind: 'award', points: 25, reason: '<b>' },
    ],
    invitation_sms: [
      { state: 'sending' },
      { state: 'sent' },
      { state: 'failed' },
      { state: 'unknown' },
    ],
    messages: [{ sent_to: 'all' }, { sent_to: 'players' }, { sent_to: 'staff' }],
    sessions: [],
    somethingNewer: [{ newer_field: 1 }],
  })
  for (const text of [
    'Osobni podaci: &lt;script&gt; Babić',
    '<h2>Račun</h2>',
    '<th scope="row">Nadimak</th><td>ana</td>',
    '<th scope="row">Blokirano</th><td>–</td>',
    '<td>Skriveno blago</td>',
    '&lt;b&gt;',
    'Nema podataka ove vrste: Prijave na uređajima.',
    'somethingNewer',
  ])
    expect(html).toContain(text)
  expect(html).not.toMatch(/<td>(sen|failed|unknown|all|players|staff)/)
  expect(html).toMatch(/<td>9\.\ssvibnja 2026\. u \d\d:00<\/td>/)
  expect(html).not.toMatch(/<(script|link|img|b)\b|https?:/)
})
