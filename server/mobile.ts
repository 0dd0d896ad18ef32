import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** A mobile number in any usual spelling as E.164, Croatian where no country is given; null where it is none. */
export function parseMobile(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, 'HR')
  return number?.isValid() === true ? number.number : null
}
