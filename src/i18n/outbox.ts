import { nouns } from './nouns'
import { counted, pluralForm } from './plural'
import { awardsWaiting } from './waiting'

const cannot = { one: 'ne može', few: 'ne mogu', other: 'ne može' } as const
const refused = { one: 'je odbijena', few: 'su odbijene', other: 'je odbijeno' } as const

/** Awards that the server has not confirmed. */
export const outboxTexts = {
  waiting: 'Čeka slanje',
  sending: 'Šalje se',
  cancelling: 'Čeka poništavanje',
  refused: (reason: string) => `Odbijeno: ${reason}`,
  notUndone: (reason: string) => `Upisano, nije poništeno: ${reason}`,
  sendNow: 'Pošalji sada',
  seen: 'U redu',
  cancel: 'Poništi dodjelu',
  cancelNamed: (label: string, team: string) => `Poništi dodjelu: ${label}, ${team}`,
  waitingCount: awardsWaiting,
  refusedCount: (count: number) => `${counted(count, nouns.award)} ${pluralForm(count, refused)}`,
  since: (age: string) => `Najstarija: ${age}`,
  progress: (done: number, all: number) => `Poslano ${done} od ${all}`,
  showAll: (count: number) => `Prikaži sve (${count})`,
  unreadable: (count: number) =>
    `${counted(count, nouns.award)} ${pluralForm(count, cannot)} se pročitati. Ne brišite podatke stranice i javite se organizatoru.`,
  allRecorded: 'Sve je upisano.',
  menu: 'Dodjele na uređaju',
  onDevice: 'Dodjele na ovom uređaju',
  otherAccount: 'Drugi račun',
  signInToSend: 'Šalju se kad se prijavite računom kojim su dane.',
} as const
