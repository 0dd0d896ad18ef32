import { counted, nouns, pluralForm } from './nouns'
import { outOf } from './numbers'

const sheet = { one: 'list', few: 'lista', other: 'listova' }

/** The texts of prints from Priprema: posters, labels and cards. */
export const sheetTexts = {
  what: 'Što ispisujete',
  kinds: { poster: 'Plakati', label: 'Oznake', card: 'Kartice', guide: 'Upute' },
  atTheEnd: 'Na kraju dana',
  howToPrint: (pages: number) =>
    `${counted(pages, sheet)} A4 ili Letter. Ispišite u stvarnoj veličini (100\u00a0%), bez zaglavlja preglednika, i izrežite po crtama.`,
  page: (page: number, pages: number) => `list ${outOf(page, pages)}`,

  noBooths: 'Još nema štandova.',
  boothsWithoutTag: (names: readonly string[]) =>
    `${counted(names.length, nouns.booth)} bez oznake ${pluralForm(names.length, { one: 'nema', few: 'nemaju', other: 'nema' })} plakat: ${names.join(', ')}.`,
  makeBoothTags: 'Izradi oznake za te štandove',
  scan: 'Skenirajte kod mobitelom.',
  boothCode: (name: string) => `QR kod štanda ${name}`,

  tagType: 'Vrsta oznaka',
  teamTag: 'Timska oznaka',
  noTags: 'Takvih oznaka još nema. Izradite ih u dijelu Oznake.',
  newestFirst:
    'Posljednje izrađene su na prvim listovima. Samo njih: odaberite te listove pri ispisu.',
  tagCode: (id: string) => `QR kod oznake ${id}`,
  proving: (count: number) =>
    `Bez QR koda: ${counted(count, nouns.tag)}, jer se svaki dodir dokazuje čipom. Što zapisati na čip, piše u dijelu Oznake.`,

  links:
    'Svaka kartica nosi novi link, koji osobu prijavi jednom. Linkovi s ranijih kartica i dalje vrijede dok ih netko ne iskoristi. Tko drži karticu, može se prijaviti kao ta osoba: čuvajte ih do podjele.',
  booth: 'Štand',
  allBooths: 'Svi štandovi',
  forWhom: 'Za koga',
  whom: { new: 'Još bez prijave', all: 'Svi' },
  makeLinks: 'Izradi kartice',
  noLinks: 'Nema osoba za koje bi se izradila kartica.',
  linkHeading: (host: string) =>
    `${host} · Vrijedi za jednu prijavu. Kartica vrijedi samo za osobu čije ime piše na njoj.`,
  linkCode: (name: string) => `QR kod za prijavu: ${name}`,
  linkFoot: 'Skenirajte kamerom mobitela.',

  guide: 'Kako radi štand',
  guideCode: 'QR kod aplikacije',
  guideSteps: [
    '1. Prijavite se skeniranjem svoje kartice za prijavu. Kartica vrijedi jednom.',
    '2. Dodajte aplikaciju na početni zaslon.',
    '3. Skenirajte QR kod ili oznaku tima, pogledajte naziv tima i dodirnite za što dajete bodove.',
    '4. Za više timova zaredom: Dodjela u nizu.',
    '5. Pogrešna dodjela: Poništi dodjelu na ploči štanda.',
    '6. Bez mreže radite dalje. Dodjele čekaju na uređaju i šalju se same. Ne odjavljujte se i ne brišite podatke preglednika.',
    '7. Na kraju dana ostanite na mreži dok na ploči ne piše: Sve je upisano.',
    'Izgubljen mobitel ili pitanje: javite organizatoru.',
  ],
} as const
