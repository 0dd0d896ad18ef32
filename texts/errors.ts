import type { Code } from '#contract/codes'
import { ALREADY_REGISTERED } from './fields'
import { counted, nouns } from './nouns'
import { atTime } from './time'

/** Messages for error codes of the API: what happened and what to do next. */
export const errorTexts = {
  BLOCKED: 'Organizator je blokirao ovaj račun. Javite se na info pult.',
  MESSAGE_TOO_LONG: 'Poruka smije imati najviše 280\u00a0znakova. Skratite je.',
  USER_NOT_FOUND: 'Osoba nije pronađena. Osvježite popis.',
  NOT_AUTHENTICATED: 'Niste prijavljeni. Prijavite se ponovno.',
  OTHER_ACCOUNT: 'Ovo je zapisano pod drugim računom. Prijavite se tim računom.',
  FORBIDDEN: 'Za to nemate dopuštenje.',
  INVALID_INPUT: 'Provjerite označena polja i pokušajte ponovno.',
  UNKNOWN_ACTION: 'Aplikacija je zatražila nepoznatu radnju. Osvježite stranicu.',
  ALREADY_REGISTERED,
  INVALID_CODE: 'Kod nije ispravan ili je istekao. Zatražite novi.',
  TOO_MANY_ATTEMPTS: 'Previše pogrešnih pokušaja. Zatražite novi kod.',
  TEAM_NOT_FOUND: 'Tim nije pronađen. Možda je raspušten.',
  PLAYER_NOT_FOUND: 'Tog igrača nema u timu. Osvježite popis.',
  TAG_NOT_FOUND: 'Oznaka nije dio ove igre.',
  TAG_TAKEN: 'Oznaka već pripada drugom timu. Uzmite drugu oznaku.',
  TAG_WRONG_TYPE: 'Ova oznaka nije za to. Uzmite timsku oznaku.',
  TAG_NOT_PROVEN: 'Prislonite mobitel na samu oznaku. Ova poveznica sama ne vrijedi.',
  TAG_REPLAYED: 'Ovaj je dodir već iskorišten. Ponovno prislonite mobitel na oznaku.',
  TEAM_NAME_TAKEN: 'Tim s tim nazivom već postoji. Odaberite drugi naziv.',
  TEAM_NAME_MISMATCH: 'Naziv se ne podudara s nazivom tima. Upišite ga ponovno.',
  TEAM_FULL: 'Tim je popunjen.',
  ALREADY_IN_TEAM: 'Već ste u timu. Najprije ga napustite.',
  NOT_IN_TEAM: 'Niste u timu. Osnujte tim ili pošaljite zahtjev.',
  NOT_CAPTAIN: 'To može samo kapetan tima.',
  INVITE_NOT_FOUND: 'Zahtjev više ne postoji. Osvježite popis.',
  INVITE_EXPIRED: 'Poziv je istekao. Zamolite kapetana da pokaže novi.',
  INVITE_EXISTS: 'Već imate zahtjev koji čeka. Povucite ga prije novoga.',
  POINT_TYPE_NOT_ALLOWED: 'Štand ne dodjeljuje tu vrstu bodova.',
  COOLDOWN: 'Tim je te bodove već dobio. Pričekajte kraj pauze.',
  AWARD_CONFLICT: 'Ta je dodjela već zapisana s drugim podacima.',
  AWARD_TOO_OLD: 'Dodjela je starija od 48\u00a0sati i više se ne može upisati.',
  AWARD_NOT_FOUND: 'Dodjela nije pronađena. Osvježite popis.',
  VOID_TOO_LATE: 'Dodjela se može poništiti samo u prvih 10\u00a0minuta nakon upisa.',
  EVENT_CLOSED: 'Natjecanje tada nije bilo u tijeku.',
  KEPT_FOR_ORGANISER: 'O ovim bodovima odlučuje organizator.',
  VOUCHER_INVALID: 'Kod s bodovima nije valjan. Javite se štandu koji ga je pokazao.',
  CHANGED_MEANWHILE:
    'Netko je u međuvremenu promijenio natjecanje. Pregledajte promjene pa pokušajte ponovno.',
  CONFIRM_NEEDED: 'Netko time gubi mjesto ili prijavu. Pregledajte promjene pa potvrdite.',
  IN_USE: 'To se još koristi, pa se ne može obrisati.',
  CLIENT_TOO_OLD: 'Aplikacija je zastarjela. Osvježite je pa pokušajte ponovno.',
  MALFORMED: 'Zahtjev nije čitljiv. Osvježite stranicu i pokušajte ponovno.',
  FORBIDDEN_ORIGIN: 'Zahtjev je stigao s druge stranice. Otvorite aplikaciju i pokušajte ponovno.',
  NOT_FOUND: 'Traženo ne postoji. Provjerite adresu.',
  METHOD_NOT_ALLOWED: 'Tako se ovoj adresi ne pristupa. Otvorite aplikaciju.',
  TOO_LARGE: 'Zahtjev je prevelik. Skratite unos.',
  UNSUPPORTED_TYPE: 'Zahtjev nije u podržanom obliku. Osvježite stranicu.',
  TOO_MANY_REQUESTS: 'Previše zahtjeva odjednom. Pričekajte malo i pokušajte ponovno.',
  INTERNAL: 'Došlo je do pogreške na poslužitelju. Pokušajte ponovno.',
  UNAVAILABLE: 'Poslužitelj trenutačno ne može odgovoriti. Pokušajte ponovno.',
} as const satisfies Record<Code, string>

/** Replaces the text of INVALID_CODE when a sign-in link was used instead of a code. */
export const INVALID_LINK = 'Link je već iskorišten ili je istekao.'

/** Replaces the text of INVALID_CODE for a correct code whose SMS was already used to sign in. */
export const USED_SMS =
  'Prijava je već obavljena kodom ili linkom iz istog SMS-a, možda u drugom pregledniku. Ovdje zatražite novi kod.'

/** Replaces the text of INVALID_CODE if wrong tries are counted. */
export function wrongCode(triesLeft: number): string {
  return triesLeft === 0
    ? errorTexts.INVALID_CODE
    : `Kod nije ispravan. Imate još ${counted(triesLeft, nouns.attempt)}.`
}

/** Replaces the text of TOO_MANY_ATTEMPTS if a new code would not help. */
export const NO_CODES_TODAY =
  'Previše pogrešnih kodova u jednom danu. Prijavite se linkom iz SMS-a.'

/** Replace the text of TOO_MANY_ATTEMPTS for emblem changes and requests to join. */
export const TOO_MANY_EMBLEMS =
  'Znak se može promijeniti deset puta na sat. Pokušajte ponovno kasnije.'
export const TOO_MANY_REQUESTS_TO_JOIN =
  'Poslali ste previše zahtjeva u posljednjih sat vremena. Pokušajte ponovno kasnije.'

/** Replaces the text of TEAM_FULL for a team without members, where nobody can accept new ones. */
export const WITHOUT_MEMBERS = 'Ovaj tim više nema članova, pa ne prima nove.'

/** Replaces the text of EVENT_CLOSED if only the booth was closed. */
export const BOOTH_CLOSED = 'Štand je tada bio zatvoren.'

/** Replaces the text of INVALID_INPUT if there is no frozen ranking to uncover. */
export const NOT_FROZEN = 'Poredak nije zamrznut, pa je već sve otkriveno.'

/** Replace the texts of codes if the event cannot be emptied after a rehearsal. */
export const resetTexts = {
  name: (product: string) => `Upišite naziv natjecanja točno ovako: ${product}`,
  running: 'Natjecanje traje. Isprazniti se može prije početka ili kad su rezultati zatvoreni.',
  noBackup:
    'Sigurnosna kopija nije uspjela, pa ništa nije obrisano. Javite osobi koja održava poslužitelj.',
} as const

/** For people invited by an organiser. */
export const inviteTexts = {
  nameless: 'Igrač',
  twice: 'Taj broj u popisu već ima netko drugi.',
  staff: 'Taj broj ima netko tko radi na štandu ili organizira.',
  refused: 'Davatelj SMS-a nije primio poruku za taj broj. Provjerite ga.',
} as const

/** Replaces the text of COOLDOWN for things handed out once (rule 11). */
export const handedOutAt = (moment: string) => `Već preuzeto ${atTime(moment)}.`

/** Replaces the text of VOID_TOO_LATE for a message. */
export const RECALL_TOO_LATE = 'Poruka se može povući samo u prvih 10\u00a0minuta nakon slanja.'

/** Replace the texts of codes if an award cannot be moved to another team. */
export const moveAwardErrors = {
  sameTeam: 'Dodjela već pripada tom timu.',
  voided: 'Dodjela je poništena, pa se ne može premjestiti.',
  collected: 'Taj je tim već prikupio bodove s ove oznake.',
  hidden: 'Taj je tim skriven. Prikažite ga pa premjestite dodjelu.',
} as const

/** Replace the texts of codes if the organiser cannot accept a late entry. */
export const acceptLateErrors = {
  AWARD_NOT_FOUND: 'Poništava se dodjela koja još nije prihvaćena. Prvo prihvatite dodjelu.',
  COOLDOWN:
    'Tim unutar pauze već ima iste bodove s tog štanda. Ako su pogrešni, prvo njih poništite.',
  EVENT_CLOSED: 'Natjecanje tada nije bilo u tijeku ili je štand bio zatvoren.',
  POINT_TYPE_NOT_ALLOWED: 'Štand više ne dodjeljuje tu vrstu bodova.',
  TAG_TAKEN: moveAwardErrors.collected,
  TEAM_NOT_FOUND: 'Tim je raspušten, pa ne može dobiti bodove.',
} as const satisfies Partial<Record<Code, string>>

/** Replaces the text of AWARD_CONFLICT if an adjustment was recorded although its answer was lost. */
export const ADJUSTED_BEFORE =
  'Ispravak je već upisan s drugim bodovima. Zatvorite ovo i pogledajte povijest tima.'

/** Replaces the text of AWARD_CONFLICT if the late entry to decline has been accepted meanwhile. */
export const ACCEPTED_MEANWHILE = 'U međuvremenu je prihvaćeno. Ako ne vrijedi, poništite upisano.'

/**
 * Replace the text of UNAVAILABLE if an SMS cannot be sent; `SMS_NOT_TAKEN` if the provider refused
 * this SMS.
 */
export const SMS_NOT_TAKEN =
  'SMS nije poslan jer ga davatelj nije primio. Provjerite broj mobitela. Ako je ispravan, prijavit će vas na info pultu.'
export const SMS_NOT_SENT =
  'SMS trenutačno nije moguće poslati. Pričekajte malo i pokušajte ponovno.'
