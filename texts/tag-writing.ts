import { counted, nouns, pluralForm, waits } from './nouns'

/** Writing NFC tags with a phone. */
export const tagWritingTexts = {
  title: 'Pisanje oznaka',
  hint: 'Zapišite adrese na prazne NFC oznake.',
  progress: (written: number, total: number) => `Zapisane oznake: ${written} od ${total}`,
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
  asleep: 'Pripremite prazne oznake.',
  asleepText: 'Mobitel će zatražiti dopuštenje za NFC.',
  start: 'Započni',
  starting: 'Uključivanje NFC-a…',
  startingText: 'Ako mobitel zatraži dopuštenje, odobrite ga.',
  blocked: {
    refused: 'Pristup NFC-u je odbijen.',
    off: 'NFC je isključen.',
    missing: 'Ovaj uređaj nema NFC.',
    unknown: 'NFC se nije uključio.',
  },
  blockedText: {
    refused: 'Dopustite ga u postavkama stranice: dodirnite ikonu lijevo od adrese, zatim Dozvole, pa NFC.',
    off: 'Uključite NFC u postavkama mobitela i pokušajte ponovno.',
    missing: 'Uzmite mobitel s Androidom koji ima NFC, ili oznake ispišite kao QR kodove: list za ispis ima organizator.',
    unknown: 'Pokušajte ponovno. Ako ne uspije, ponovno otvorite stranicu u Chromeu.',
  },

  ready: 'Prislonite poleđinu mobitela na oznaku.',
  readyText: 'Držite ga mirno dok ne zavibrira.',
  troubles: {
    lost: 'Zapisivanje nije dovršeno.',
    mismatch: 'Provjera nije uspjela.',
    unreadable: 'Oznaka nije pročitana.',
    unsuitable: 'Na ovu se oznaku ne može pisati.',
  },
  troubleTexts: {
    lost: 'Mobitel je prerano odmaknut. Prislonite ga ponovno i držite ga mirno.',
    mismatch: 'Na oznaci ne piše ono što treba. Prislonite istu oznaku ponovno.',
    unreadable: 'Držite mobitel mirno i pokušajte ponovno.',
    unsuitable: 'Možda je zaključana. Uzmite drugu oznaku.',
  },
  writing: 'Zapisivanje…',
  writingText: 'Ne odmičite mobitel.',
  checking: 'Provjera…',
  checkingText: 'Držite mobitel na oznaci. Ako se ništa ne dogodi, odmaknite ga pa ponovno prislonite.',

  taken: 'Ova je oznaka već zapisana.',
  takenText: (code: string) => `Na njoj je kod ${code}.`,
  takenAdvice: 'Prislonite drugu, praznu oznaku.',
  occupied: 'Oznaka nije prazna.',
  occupiedText: (text: string) => (text === '' ? 'Na njoj već nešto piše.' : `Na njoj piše: ${text}`),
  occupiedAdvice: 'Prislonite drugu, praznu oznaku ili zamijenite sadržaj ove.',
  replace: 'Zamijeni sadržaj',
  replaceTitle: 'Zamijeniti sadržaj oznake?',
  replaceForeign: 'Ono što sada piše na oznaci bit će izgubljeno.',
  replaceOwn: (code: string) => `Oznaka više neće voditi na kod ${code}. Tim kojemu možda pripada ostaje bez nje.`,
  replacing: 'Prislonite istu oznaku.',
  replacingText: 'Njezin će se sadržaj zamijeniti.',

  written: 'Zapisano i provjereno',
  saving: 'Spremanje…',
  saved: 'Spremljeno',
  notSaved: 'Čeka spremanje',
  refused: (code: string, reason: string) => `Oznaka ${code} nije spremljena: ${reason}`,
  waitingCount: (count: number) => `${counted(count, nouns.tag)} ${pluralForm(count, waits)} spremanje`,
  waitingText: 'Poslužitelj još nije potvrdio. Pokušat će se ponovno prije sljedeće oznake i kad se mreža vrati.',
  sendNow: 'Pošalji sada',
} as const
