/** The step that takes the code of the SMS. */
export const codeTexts = {
  missing: 'Upišite kod iz SMS-a.',
  codeLabel: 'Kod iz SMS-a',
  codeHint: 'Šest znamenki. Kod\u00a0vrijedi 10\u00a0minuta.',
  noCodeFound: 'U tom tekstu nema koda. Upišite šest znamenki iz SMS-a.',
  submitCode: 'Prijavi me',
  otherId: 'Promijeni',
  resendIn: (duration: string) => `Novi kod možete zatražiti za ${duration}.`,
  resend: 'Pošalji novi kod',
} as const

/** A sign-in link that was opened in another app's own browser. */
export const inAppTexts = {
  openedIn: (app: string) =>
    app === 'Viber' ? 'Otvoreno je u Viberu.' : `Otvoreno je u aplikaciji ${app}.`,
  trapped: 'Ovdje prijava i ono što čeka slanje ostaju zarobljeni.',
  openOutside: 'Otvori u pregledniku',
  copyLink: 'Kopiraj link',
  copied: 'Link je kopiran. Zalijepite ga u preglednik.',
  signInHere: 'Prijavi se ovdje',
} as const

/** The screen of a sign-in link. */
export const signInLinkTexts = {
  working: 'Prijava je u tijeku…',
  used: 'Link je već iskorišten ili je istekao.',
  usedHint: 'Zatražite novi kod pa se prijavite njime.',
  otherAccount: (name: string) =>
    `Na ovom ste uređaju već prijavljeni kao ${name}. Link pripada drugom računu.`,
  scanned:
    'Skenirali ste link za prijavu. Prijavite se njime samo ako ste ga dobili za svoj račun.',
  switch: 'Prijavi se drugim računom',
  stay: 'Ostani u svom računu',
} as const
