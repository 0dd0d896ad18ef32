/** An SMS with a letter outside GSM-7 is billed as two, so these texts have none. */
export const smsTexts = {
  signIn: (product: string, link: string, code: string) => `${product} prijava: ${link}\nKod: ${code}`,
} as const
