import type { HostNames } from '#contract/names'

interface Section {
  readonly title: string
  readonly texts: readonly string[]
}

/**
 * The accessibility statement required by EN 301 549 and the law on accessible sites and apps of
 * public bodies.
 */
export function accessibilityOf({ product, company, contact }: HostNames): readonly Section[] {
  return [
    {
      title: 'Što je ispunjeno',
      texts: [
        `Aplikacija ${product} izrađena je prema smjernicama WCAG 2.2, razina\u00a0AA, i normi EN\u00a0301\u00a0549.`,
        'Sve se može obaviti tipkovnicom i čitačem zaslona. Tekst se može povećati na 200\u00a0%, a stranica na 400\u00a0%, bez gubitka sadržaja.',
        'Ništa se ne prenosi samo bojom, zvukom ili vibracijom. Tko na uređaju traži manje pokreta, dobiva ih manje. Uz tamnu temu postoji i svijetla.',
        'QR kod i NFC oznaku ne morate skenirati: isti se kod može upisati.',
      ],
    },
    {
      title: 'Kako je provjereno',
      texts: [
        'Prije svakog izdanja zaslone u njihovim stanjima provjerava alat axe-core, a glavni se putovi prolaze samo tipkovnicom, na uskom zaslonu i s povećanim tekstom.',
        'Neovisne ocjene još nema.',
      ],
    },
    {
      title: 'Kome se javiti',
      texts: [
        `Ako nešto ne možete pročitati ili obaviti, javite se: ${contact}. Napišite na kojem je zaslonu i čime se služite.`,
        `Na samom natjecanju pomaže svaki organizator. Za aplikaciju odgovara ${company}.`,
      ],
    },
  ]
}
