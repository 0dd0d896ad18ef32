/** The screen of a sign-in link. */
export const signInLinkTexts = {
  working: 'Prijava je u tijeku…',
  used: 'Link je već iskorišten ili je istekao.',
  usedHint: 'Zatražite novi kod pa se prijavite njime.',
  otherAccount: (name: string) => `Na ovom ste uređaju već prijavljeni kao ${name}. Link pripada drugom računu.`,
  scanned: 'Skenirali ste link za prijavu. Prijavite se njime samo ako ste ga dobili za svoj račun.',
  switch: 'Prijavi se drugim računom',
  stay: 'Ostani u svom računu',
} as const
