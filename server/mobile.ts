import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile'
import { plainMobile } from '#rules/text'

/**
 * Converts a mobile number in any usual spelling to E.164; a number without a country code counts
 * as Croatian. Returns null if the text is no mobile number.
 */
export function parseMobile(typed: string): string | null {
  // Do not extract from longer text: `ana0912345678` is a nickname.
  const number = parsePhoneNumberFromString(plainMobile(typed), {
    defaultCountry: 'HR',
    extract: false,
  })
  return number?.isValid() === true ? number.number : null
}

/**
 * Returns an E.164 number's country; undefined for numbers without a country, such as those of
 * satellite phones.
 */
export function countryOf(mobile: string): CountryCode | undefined {
  return parsePhoneNumberFromString(mobile)?.country
}

export type Countries = ReadonlySet<CountryCode>

/**
 * Croatia and its neighbours, the EU and the EEA, Great Britain, Switzerland, Ukraine, the USA and
 * Canada. SMS to other countries cost many times as much, and fraudsters may earn by requesting
 * them.
 */
export const SMS_COUNTRIES =
  'HR,SI,BA,RS,ME,HU,IT,AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,IE,LT,LU,LV,MT,NL,PL,PT,RO,SE,SK,IS,LI,NO,GB,CH,UA,US,CA'

/** Parses comma-separated two-letter codes; null if a code is not that of a country. */
export function parseCountries(text: string): Countries | null {
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  return codes.every((code) => isSupportedCountry(code)) ? new Set(codes) : null
}
