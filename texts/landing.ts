/** The landing screen. */
export const landingTexts = {
  title: (product: string) => `Dobrodošli na ${product}!`,
  text: 'Prijavite se ili registrirajte kako biste započeli svoju avanturu.',
  signInOrRegister: 'Prijava / Registracija',
  liveRanking: 'Poredak uživo',
  smsHint: 'Ako ste primili SMS s linkom, otvorite ga za brzu prijavu.',
} as const
