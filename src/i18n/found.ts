/** What a signed-out finder of a tag or of a team's code is told before signing in. */
export const foundTexts = {
  tag: {
    title: (product: string) => `Skenirali ste oznaku igre ${product}.`,
    text: 'Prijavite se ili registrirajte pa ćemo vam pokazati što donosi.',
  },
  team: {
    title: (product: string) => `Otvorili ste kod tima u igri ${product}.`,
    text: 'Prijavite se ili registrirajte pa možete zatražiti mjesto u tom timu.',
  },
} as const
