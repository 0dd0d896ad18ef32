import { counted, nouns, pluralForm, waits } from './nouns'

/** "1 dodjela čeka slanje", "3 dodjele čekaju slanje", "5 dodjela čeka slanje". */
export function awardsWaiting(count: number): string {
  return `${counted(count, nouns.award)} ${pluralForm(count, waits)} slanje`
}

const sentOnSignIn = {
  one: 'Poslat će se kad se prijavite računom s kojeg je dodijeljena.',
  few: 'Poslat će se kad se prijavite računom s kojeg su dodijeljene.',
  other: 'Poslat će se kad se prijavite računom s kojeg su dodijeljene.',
} as const
const cannot = { one: 'ne može', few: 'ne mogu', other: 'ne može' } as const
const refused = { one: 'je odbijena', few: 'su odbijene', other: 'je odbijeno' } as const

/** Awards that the server has not confirmed yet. */
export const outboxTexts = {
  waiting: 'Čeka slanje',
  sending: 'Šalje se',
  cancelling: 'Čeka poništavanje',
  refused: (reason: string) => `Odbijeno: ${reason}`,
  notUndone: (reason: string) => `Upisano, nije poništeno: ${reason}`,
  sendNow: 'Pošalji sada',
  seen: 'U redu',
  cancel: 'Poništi dodjelu',
  /** A button's name for screen readers: its text and the award that it concerns. */
  named: (button: string, label: string, team: string) => `${button}: ${label}, ${team}`,
  waitingCount: awardsWaiting,
  refusedCount: (count: number) => `${counted(count, nouns.award)} ${pluralForm(count, refused)}`,
  unreadable: (count: number) =>
    `${counted(count, nouns.award)} ${pluralForm(count, cannot)} se pročitati. Ne brišite podatke stranice i javite se organizatoru.`,
  allRecorded: 'Sve je upisano.',
  reading: 'Dodjele se učitavaju.',
  storageUnreadable:
    'Dodjele koje čekaju na ovom uređaju trenutačno se ne mogu pročitati. Ne brišite podatke stranice. Zatvorite aplikaciju i ponovno je otvorite; ako to ne pomogne, javite se organizatoru.',
  storageUnreadableShort: 'Dodjele se ne mogu pročitati',
  copies: 'Prema kopiji na uređaju:',
  lowOnRoom:
    'Na uređaju nema dovoljno mjesta. Oslobodite prostor i ne zatvarajte aplikaciju dok dodjele čekaju slanje, inače se mogu izgubiti.',
  lowOnRoomShort: 'Na uređaju nema dovoljno mjesta. Oslobodite prostor i ne zatvarajte aplikaciju.',
  recorded: 'Upisano',
  undone: 'Poništeno',
  notCancelled: 'Poništavanje nije spremljeno. Pokušajte ponovno.',
  notDismissed: 'Promjena nije spremljena na uređaj. Pokušajte ponovno.',
  menu: 'Dodjele na uređaju',
  onDevice: 'Dodjele na ovom uređaju',
  otherAccount: 'Drugi račun',
  signInToSend: (count: number) => pluralForm(count, sentOnSignIn),
} as const
