import { smsTexts } from '#texts/notices'

const CROATIAN_LETTERS: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D' }

/** The product's name without letters outside GSM-7; a single one would halve the length of the SMS. */
function inGsm7(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đĐ]/g, (letter) => CROATIAN_LETTERS[letter] ?? '')
  return plain.replaceAll(/[^ -Za-z]/g, '')
}

export function signInLink(publicUrl: URL, userId: string, token: string): string {
  return new URL(`/l/${userId}/${token}`, publicUrl).href
}

/** Link, code, and the line that lets phones fill in the code (https://wicg.github.io/sms-one-time-codes/). */
export function signInText(publicUrl: URL, productName: string, userId: string, token: string, code: string): string {
  const link = signInLink(publicUrl, userId, token)
  return `${smsTexts.signIn(inGsm7(productName), link, code)}\n@${publicUrl.hostname} #${code}`
}

/** The link with which an invited player signs in; it ends the text, so that phones see where it ends. */
export function invitationText(publicUrl: URL, productName: string, userId: string, token: string): string {
  return smsTexts.invitation(inGsm7(productName), signInLink(publicUrl, userId, token))
}
