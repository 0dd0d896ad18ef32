import { counted, nouns, pluralForm, waits } from './nouns'
import { outOf } from './numbers'

/** Writing NFC tags with a phone. */
export const tagWritingTexts = {
  title: 'Pisanje oznaka',
  hint: 'Zapišite adrese na prazne NFC oznake.',
  progress: (written: number, total: number) => `Zapisane oznake: ${outOf(written, total)}`,
  next: (kind: string) => `Na redu: ${kind.toLocaleLowerCase('hr')}`,
  kindChoice: 'Vrsta oznake',
  kinds: { team: 'Timska oznaka', vendor: 'Oznaka štanda', bonus: 'Oznaka s blagom' },

  noTags: 'Nema oznaka za pisanje',
  noTagsText: 'Organizator još nije pripremio oznake.',
  allWritten: 'Sve su oznake zapisane.',
  allOfKindWritten: 'Sve su oznake te vrste zapisane.',

  noWebNfc: 'Ovaj preglednik ne može pisati NFC oznake.',
  elsewhere:
    'Otvorite ovu stranicu na mobitelu s Androidom, u Chromeu. Bez njega se oznake mogu ispisati kao QR kodovi: list za ispis ima organizator.',
  start: 'Započni',
  phases: {
    stopped: {
      title: 'Pripremite prazne oznake.',
      text: 'Mobitel će zatražiti dopuštenje za NFC.',
    },
    starting: {
      title: 'Uključivanje NFC-a…',
      text: 'Ako mobitel zatraži dopuštenje, odobrite ga.',
    },
    ready: {
      title: 'Prislonite poleđinu mobitela na oznaku.',
      text: 'Držite ga mirno dok ne zavibrira.',
    },
    writing: { title: 'Zapisivanje…', text: 'Ne odmičite mobitel.' },
    checking: {
      title: 'Provjera…',
      text: 'Držite mobitel na oznaci. Ako se ništa ne dogodi, odmaknite ga pa ponovno prislonite.',
    },
    replacing: { title: 'Prislonite istu oznaku.', text: 'Njezin će se sadržaj zamijeniti.' },
  },
  blocked: {
    refused: {
      title: 'Pristup NFC-u je odbijen.',
      text: 'Dopustite ga u postavkama stranice: dodirnite ikonu lijevo od adrese, zatim Dozvole, pa NFC.',
    },
    off: {
      title: 'NFC je isključen.',
      text: 'Uključite NFC u postavkama mobitela i pokušajte ponovno.',
    },
    missing: {
      title: 'Ovaj uređaj nema NFC.',
      text: 'Uzmite mobitel s Androidom koji ima NFC, ili oznake ispišite kao QR kodove: list za ispis ima organizator.',
    },
    unknown: {
      title: 'NFC se nije uključio.',
      text: 'Pokušajte ponovno. Ako ne uspije, ponovno otvorite stranicu u Chromeu.',
    },
  },
  problems: {
    lost: {
      title: 'Zapisivanje nije dovršeno.',
      text: 'Mobitel je prerano odmaknut. Prislonite ga ponovno i držite ga mirno.',
    },
    mismatch: {
      title: 'Provjera nije uspjela.',
      text: 'Na oznaci ne piše ono što treba. Prislonite istu oznaku ponovno.',
    },
    unreadable: {
      title: 'Oznaka nije pročitana.',
      text: 'Držite mobitel mirno i pokušajte ponovno.',
    },
    unsuitable: {
      title: 'Na ovu se oznaku ne može pisati.',
      text: 'Možda je zaključana. Uzmite drugu oznaku.',
    },
  },

  taken: 'Ova je oznaka već zapisana.',
  takenText: (code: string) => `Na njoj je kod ${code}.`,
  takenAdvice: 'Prislonite drugu, praznu oznaku.',
  occupied: 'Oznaka nije prazna.',
  occupiedText: (text: string) =>
    text === '' ? 'Na njoj već nešto piše.' : `Na njoj piše: ${text}`,
  occupiedAdvice: 'Prislonite drugu, praznu oznaku ili zamijenite sadržaj ove.',
  replace: 'Zamijeni sadržaj',
  replaceTitle: 'Zamijeniti sadržaj oznake?',
  replaceForeign: 'Ono što sada piše na oznaci bit će izgubljeno.',
  replaceOwn: (code: string) =>
    `Oznaka više neće voditi na kod ${code}. Tim kojemu možda pripada ostaje bez nje.`,

  written: 'Zapisano i provjereno',
  saving: 'Spremanje…',
  saved: 'Spremljeno',
  notSaved: 'Čeka spremanje',
  refused: (code: string, reason: string) => `Oznaka ${code} nije spremljena: ${reason}`,
  waitingCount: (count: number) =>
    `${counted(count, nouns.tag)} ${pluralForm(count, waits)} spremanje`,
  waitingText:
    'Poslužitelj još nije potvrdio. Pokušat će se ponovno prije sljedeće oznake i kad se mreža vrati.',
  sendNow: 'Pošalji sada',
} as const
