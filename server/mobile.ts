import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile'
import { plainMobile } from '#rules/text'

/** Parses a mobile number in any usual spelling to E.164, Croatian if it has no country code; null if it is not one. */
export function parseMobile(typed: string): string | null {
  // Not from within a longer text: `ana0912345678` is a nickname, not a number.
  const number = parsePhoneNumberFromString(plainMobile(typed), {
    defaultCountry: 'HR',
    extract: false,
  })
  return number?.isValid() === true ? number.number : null
}

/** The country that a number in E.164 belongs to; undefined for those of no country, satellites say. */
export function countryOf(mobile: string): CountryCode | undefined {
  return parsePhoneNumberFromString(mobile)?.country
}

export type Countries = ReadonlySet<CountryCode>

/**
 * Croatia and its neighbours, the EU and the EEA, Great Britain, Switzerland, Ukraine, the USA and Canada. Elsewhere an SMS costs many times as
 * much, and whoever requests it may earn by that.
 */
export const SMS_COUNTRIES =
  'HR,SI,BA,RS,ME,HU,IT,AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,IE,LT,LU,LV,MT,NL,PL,PT,RO,SE,SK,IS,LI,NO,GB,CH,UA,US,CA'

/** Two-letter codes between commas; null where one is no country. */
export function parseCountries(text: string): Countries | null {
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  return codes.every((code) => isSupportedCountry(code)) ? new Set(codes) : null
}
