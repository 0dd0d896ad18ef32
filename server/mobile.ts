import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** A mobile number in any usual spelling as E.164, Croatian where no country is given; null where it is none. */
export function parseMobile(typed: string): string | null {
  // Not out of a longer text: `ana0912345678` is a nickname, not a number.
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'HR', extract: false })
  return number?.isValid() === true ? number.number : null
}
