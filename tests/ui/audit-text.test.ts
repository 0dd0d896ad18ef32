import { expect, test } from 'vitest'
import { auditActor, auditTitle } from '../../src/features/organiser/audit'

test.each([
  ['apply', 'Pobjeda, bodovi: 3 → 4', 'Promjena događaja: Pobjeda, bodovi: 3 → 4'],
  ['repair', '2 scores', 'Ispravak zbrojeva: 2\u00a0zbroja'],
  ['make_tags', '51 team', 'Nove oznake: 51\u00a0oznaka za timove'],
  ['export', 'refusals', 'Izvoz podataka: odbijene dodjele'],
  ['export', 'ana', 'Izvoz podataka: ana'],
  ['reset', 'tags, settings', 'Brisanje probe: zadržano: oznake, postavke'],
  ['announce', 'staff: Ručak je do 13 h.', 'Poruka: Štandovima: Ručak je do 13 h.'],
  ['rename_team', '3 changes → 3 scores', 'Novi naziv: 3 changes → 3 scores'],
  ['adjust', 'Tim 7: -1200', 'Ispravak bodova: Tim 7: −1\u202f200'],
  ['adjust', 'Tim 7: +5', 'Ispravak bodova: Tim 7: +5'],
  ['freeze', '', 'Zamrzavanje poretka'],
  ['of_a_later_version', 'nešto', 'of_a_later_version: nešto'],
])('the audit trail says %s of "%s" in Croatian', (what, about, title) => {
  expect(auditTitle({ what, about })).toBe(title)
})

test('the audit trail names the command line in Croatian, and people by their nicknames', () => {
  expect(['npm run event', 'ana'].map(auditActor)).toEqual(['naredbeni redak', 'ana'])
})
