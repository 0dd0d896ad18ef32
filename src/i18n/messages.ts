import { ORGANISER } from './game'

/** The organiser's messages to players and booths. */
export const messageTexts = {
  title: 'Poruke organizatora',
  none: 'Još nema poruka.',
  notLoaded: 'Poruke se ne mogu otvoriti. Povežite se i pokušajte ponovno.',
  news: (text: string) => `${ORGANISER}: ${text}`,
} as const
