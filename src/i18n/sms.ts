/** Without letters outside GSM-7: a single one cuts an SMS from 160 to 70 characters, so it would be billed as two. */
export const smsTexts = {
  signIn: (product: string, link: string, code: string) => `${product} prijava: ${link}\nKod: ${code}`,
  invitation: (product: string, link: string) => `${product}: pozvani ste u igru. Prijava: ${link}`,
} as const
