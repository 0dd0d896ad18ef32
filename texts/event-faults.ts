import { fieldTexts } from './fields'
import { numeral } from './numbers'

type Sentence = (...values: readonly string[]) => string

/** A count as Croatian prints it. Ids and names of digits alone stay as they are. */
const count = (value: string) => numeral(Number(value))

/**
 * The texts for a fault of the event. `en`: for the command line, printed after the wrong value
 * (for a repeated value, before the place of the first one); `hr`: for a screen, beside the field.
 */
interface FaultTexts {
  readonly en: string | Sentence
  readonly hr: string | Sentence
}

const USE_ANOTHER_TAG = 'Promijenite vrstu druge oznake ili izradite novu.'

/** Everything that can be wrong with an event, by the name of the fault. */
export const eventFaultTexts = {
  object: {
    en: 'must be an object in { }',
    hr: 'Ovdje trebaju stajati polja u vitičastim zagradama.',
  },
  list: { en: 'must be a list in [ ]', hr: 'Ovdje treba stajati popis u uglatim zagradama.' },
  too_many: {
    en: (most) => `exceeds the limit of ${most}; apply the file in parts`,
    hr: (most) =>
      `Ovdje je previše zapisa: jedna ih datoteka smije imati ${count(most)}. Primijenite je u dijelovima.`,
  },
  unknown_key: {
    en: (known) => `is not a known key here; known are ${known}`,
    hr: 'Ovo polje nije poznato. Obrišite ga.',
  },
  missing: { en: 'is missing', hr: fieldTexts.required },
  text: {
    en: (min, max) => `must be a text of ${min} to ${max} characters in one line`,
    hr: (min, max) =>
      min === '0'
        ? `Upišite najviše ${count(max)}\u00a0znakova u jednom retku.`
        : `Upišite tekst od ${count(min)} do ${count(max)}\u00a0znakova u jednom retku.`,
  },
  whole_number: {
    en: (min, max) => `must be a whole number from ${min} to ${max}`,
    hr: (min, max) => `Upišite cijeli broj od ${count(min)} do ${count(max)}.`,
  },
  flag: { en: 'must be true or false', hr: 'Ovdje treba stajati true ili false.' },
  id: {
    en: 'must be an id of 1 to 64 characters of A-Z, a-z, 0-9, _ and -',
    hr: 'Upišite od 1 do 64\u00a0slova bez kvačica, znamenki i znakova - i _.',
  },
  time: {
    en: 'must be null or a time in the years 2020 to 2100 with its zone, such as "2026-05-09T10:00:00+02:00"',
    hr: 'Odaberite datum i vrijeme od 2020. do 2100.\u00a0godine.',
  },
  time_zone: {
    en: 'must be the name of a time zone, such as "Europe/Zagreb"',
    hr: 'Upišite vremensku zonu, npr. Europe/Zagreb.',
  },
  ends_early: {
    en: (start) => `the event must end after it starts (${start})`,
    hr: 'Kraj mora biti nakon početka.',
  },
  first_name: { en: 'is not a first name (1 to 60 characters)', hr: fieldTexts.first_name },
  last_name: { en: 'is not a last name (1 to 60 characters)', hr: fieldTexts.last_name },
  email: { en: 'is not an e-mail address', hr: fieldTexts.email },
  mobile: { en: 'is not a mobile number', hr: fieldTexts.mobile },
  nickname: { en: 'is not a nickname (2 to 24 characters)', hr: fieldTexts.nickname },
  letters: { en: 'mixes scripts in a word, or stacks marks on a letter', hr: fieldTexts.letters },
  oversized: {
    en: 'is far too long, or has more than 8 marks on a letter',
    hr: fieldTexts.oversized,
  },
  repeated: {
    en: 'is already at',
    hr: 'To se ovdje već pojavljuje. Svaka oznaka smije stajati jednom.',
  },
  repeated_person: { en: 'is already at', hr: 'Ta je osoba već upisana. Svatko ima jedno mjesto.' },
  repeated_mobile: { en: 'is already at', hr: 'Taj broj mobitela već stoji kod druge osobe.' },
  repeated_nickname: { en: 'is already at', hr: 'Taj nadimak već stoji kod druge osobe.' },
  no_vendor: {
    en: 'is not a vendor of the file or the database',
    hr: 'Takvog štanda nema. Osvježite popis štandova.',
  },
  no_point_type: {
    en: 'is not a point type of the file or the database',
    hr: 'Takve vrste bodova nema. Osvježite popis vrsta bodova.',
  },
  reserved_name: {
    en: 'is a name that the app itself shows',
    hr: 'Taj nadimak koristi sama aplikacija. Odaberite drugi.',
  },
  nickname_taken: {
    en: (mobile) => `belongs to the account of ${mobile}`,
    hr: fieldTexts.nickname_taken,
  },
  nickname_alike: {
    en: (mobile, nickname) => `could be taken for "${nickname}", the account of ${mobile}`,
    hr: (_mobile, nickname) =>
      `Nadimak se ne razlikuje dovoljno od nadimka „${nickname}”. Odaberite drugi.`,
  },
  mobile_taken: {
    en: (nickname) => `is the number of the account "${nickname}"`,
    hr: (nickname) => `Taj broj već ima račun „${nickname}”.`,
  },
  in_team: {
    en: (team) =>
      `plays in the team "${team}"; staff cannot be in a team, so let them leave it first`,
    hr: (team) => `Račun s tim brojem igra u timu „${team}”. Prvo neka napusti tim.`,
  },
  last_organiser: {
    en: 'leaves the event without an organiser who can sign in',
    hr: 'Natjecanje mora imati organizatora koji se može prijaviti.',
  },
  of_no_team_tag: { en: 'is not allowed in a team tag', hr: 'Timska oznaka to nema.' },
  of_no_vendor_tag: { en: 'is not allowed in a vendor tag', hr: 'Oznaka štanda to nema.' },
  of_bonus_alone: { en: 'is allowed only in a bonus tag', hr: 'To ima samo oznaka s blagom.' },
  tag_type: { en: 'must be one of "team", "vendor", "bonus"', hr: 'Odaberite vrstu oznake.' },
  proof: { en: 'must be "ntag424", or left out', hr: 'Dokaz dodira može biti samo ntag424.' },
  uid: {
    en: 'must be the UID of the chip, 14 digits of 0-9 and A-F',
    hr: 'Upišite UID čipa: 14\u00a0znamenki od 0 do 9 i od A do F.',
  },
  uid_without_proof: {
    en: 'is only for a tag with "proof"',
    hr: 'UID ima samo oznaka koja dokazuje dodir.',
  },
  uid_taken: {
    en: (tag) => `is the chip of the tag "${tag}"`,
    hr: (tag) => `Taj čip već ima oznaka ${tag}.`,
  },
  no_tag_keys: {
    en: 'has no keys in the file that TAG_KEYS names',
    hr: 'Poslužitelj nema ključeve za tu oznaku. Javite se osobi koja ga održava.',
  },
  tag_owned: {
    en: (type) => `stays a ${type} tag, because a team owns it`,
    hr: `Oznaka pripada timu. ${USE_ANOTHER_TAG}`,
  },
  tag_collected: {
    en: (type) => `stays a ${type} tag, because it was collected`,
    hr: `Oznaka je već prikupljena. ${USE_ANOTHER_TAG}`,
  },
  tag_written: {
    en: (type) => `stays a ${type} tag, because it was written`,
    hr: `Oznaka je već zapisana. ${USE_ANOTHER_TAG}`,
  },
} as const satisfies Record<string, FaultTexts>

export type EventFaultName = keyof typeof eventFaultTexts

export function eventFaultText(
  name: EventFaultName,
  values: readonly string[],
  language: 'en' | 'hr',
): string {
  const text: string | Sentence = eventFaultTexts[name][language]
  return typeof text === 'string' ? text : text(...values)
}

/**
 * Replace the text of IN_USE: each says why something cannot be removed, and what to do instead.
 */
export const inUseTexts = {
  vendorStaff: 'Na ovom štandu rade ljudi. Prvo ih uklonite sa štanda ili štand zatvorite.',
  vendorAwards: 'Ovaj je štand već dijelio bodove, pa ostaje zapisan. Možete ga zatvoriti.',
  vendorFormerStaff:
    'Ljudi s ovog štanda možda još čuvaju dodjele na mobitelu. Možete ga zatvoriti.',
  vendorTags: 'Ovom štandu pripadaju oznake. Prvo obrišite njih ili štand zatvorite.',
  typeOffered: (booths: string) =>
    `Ovu vrstu bodova daju štandovi: ${booths}. Prvo je maknite s njih.`,
  typeTags: 'Ovu vrstu bodova daju oznake s blagom. Prvo obrišite njih.',
  typeAwards: 'Ovom su vrstom bodovi već dodijeljeni, pa ostaje zapisana. Maknite je sa štandova.',
  tagOwned: (team: string) => `Ova oznaka pripada timu ${team}. Prvo timu dodijelite drugu oznaku.`,
  tagCollected: 'S ove su oznake bodovi već prikupljeni, pa ostaje zapisana. Skinite je sa zida.',
  lastOrganiser: 'Ovo je posljednji organizator koji se može prijaviti. Prvo dodajte drugoga.',
} as const
