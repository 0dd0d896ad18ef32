import type { FieldIssue } from '#contract/field-issues'
import { sessionTexts } from './session'
import { codeTexts } from './sign-in-link'

// Separate from the error messages, so that the sign-in page does not load them.

export const fieldTexts = {
  first_name: 'Upišite ime.',
  last_name: 'Upišite prezime.',
  email: 'Upišite ispravnu e-mail adresu.',
  mobile: 'Upišite ispravan broj mobitela, npr. 091 234 5678.',
  mobile_country:
    'U tu zemlju ne šaljemo SMS. Upišite drugi broj ili zatražite link za prijavu na info pultu.',
  nickname: 'Upišite nadimak od 2 do 24\u00a0znaka.',
  nickname_taken: 'Taj je nadimak zauzet.',
  letters: 'Ne miješajte latinicu i ćirilicu u istoj riječi; posebni znakovi nisu dopušteni.',
  team_name:
    'Upišite naziv od 2 do 40\u00a0znakova. Ne miješajte latinicu i ćirilicu u istoj riječi; posebni znakovi nisu dopušteni.',
  emblem: 'Odaberite jedan od dvanaest ponuđenih znakova.',
  sign_in_id: sessionTexts.idUnread,
  code: codeTexts.missing,
  reason: 'Upišite razlog, do 200\u00a0znakova.',
  points: 'Upišite cijeli broj od −10\u202f000 do 10\u202f000.',
  oversized: 'Tekst je predug ili ima previše znakova nad jednim slovom. Upišite kraći.',
  required: 'Ovo je polje obavezno.',
  invalid: 'Vrijednost nije ispravna.',
} as const satisfies Record<FieldIssue, string>

const NUMBERS: ReadonlySet<FieldIssue> = new Set(['mobile', 'mobile_country', 'sign_in_id'])

/** The error of a field; for a phone number or sign-in id, with the value as it was read. */
export function fieldText(issue: FieldIssue, read: unknown): string {
  const text = fieldTexts[issue]
  return NUMBERS.has(issue) && typeof read === 'string' ? sessionTexts.notRead(read, text) : text
}

/**
 * Text of the code ALREADY_REGISTERED: the only such text that the page shows without the server.
 */
export const ALREADY_REGISTERED = 'Račun s tim brojem već postoji. Zatražite kod za prijavu.'
