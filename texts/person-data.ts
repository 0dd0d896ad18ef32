import { errorTexts } from './errors'
import { organiserTexts } from './organiser'
import { tableHeadings } from './tables'

/** What is stored about a person, by the kinds of the call `personData`. */
const KINDS: Readonly<Record<string, string>> = {
  account: 'Račun',
  sessions: 'Prijave na uređajima',
  codes: 'Zatraženi kodovi za prijavu',
  links: 'Linkovi za prijavu',
  sms_counted: 'Poslani SMS-ovi',
  wrong_codes: 'Pogrešno upisani kodovi',
  notifications: 'Obavijesti na uređajima',
  signing_devices: 'Uređaji koji potpisuju dodjele',
  booth_history: 'Rad na štandovima',
  booth_devices: 'Što je uređaj štanda javio',
  team: 'Tim',
  requests: 'Zahtjevi za tim',
  captain_of: 'Timovi u kojima je kapetan',
  team_history: 'Povijest u timovima',
  awards: 'Upisane dodjele i blaga',
  voids: 'Poništene dodjele',
  refusals: 'Odbijene dodjele',
  refusals_beyond: 'Odbijene dodjele preko granice',
  tag_touches: 'Dodiri oznaka',
  late_entries: 'Pristiglo nakon zatvaranja',
  tags_made: 'Izrađene oznake',
  tags_written: 'Zapisane oznake',
  invitation_sms: 'SMS pozivnice',
  messages: 'Poslane poruke',
  audit: 'Dnevnik',
}

const FIELDS: Readonly<Record<string, string>> = {
  ...tableHeadings,
  address: 'Mrežna adresa',
  begun_at: 'Početak slanja',
  endpoint: 'Adresa za obavijesti',
  entered_by_organiser: 'Upisao organizator',
  expires_at: 'Vrijedi do',
  first_at: 'Prvi put',
  from_at: 'Od',
  joined_at: 'Ulazak u tim',
  last_at: 'Posljednji put',
  last_used_at: 'Posljednja upotreba',
  left_booth_at: 'Odlazak sa štanda',
  moved_from: 'Premješteno s dodjele',
  number: 'Broj',
  organiser_since: 'Organizator od',
  registered_at: 'Prijava uređaja',
  renewed_at: 'Produljeno',
  revoked_at: 'Opozvano',
  seen_at: 'Viđeno',
  sent_at: 'Poslano',
  sent_id: 'ID s uređaja',
  sent_to: 'Kome',
  state: 'Stanje',
  terms_accepted_at: 'Uvjeti prihvaćeni',
  terms_version: 'Inačica uvjeta',
  text: 'Tekst',
  tried_at: 'Pokušaj',
  until_at: 'Do',
  used_at: 'Iskorišteno',
  user_agent: 'Preglednik',
  waiting: 'Čeka slanje',
  wrong_tries: 'Pogrešni pokušaji',
}

/** What a code in a column of exports and of a person's data says in words, by the column. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: organiserTexts.kinds,
  code: errorTexts,
  what: { ...organiserTexts.kinds, ...organiserTexts.actions },
}

/** The words for a code; itself where a newer server sends one that this version does not know. */
export const wordsFor = (column: string, value: string): string => WORDS[column]?.[value] ?? value

export const personDataTexts = {
  title: (name: string) => `Osobni podaci: ${name}`,
  asOf: (at: string) => `Stanje: ${at}`,
  beside: 'Isti su podaci i u datoteci JSON, za prijenos u drugi sustav.',
  kind: (name: string) => KINDS[name] ?? name,
  field: (name: string) => FIELDS[name] ?? name,
  nothing: 'Nema podataka ove vrste:',
  yes: 'da',
  no: 'ne',
} as const
