import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/mobile'

export type Countries = ReadonlySet<CountryCode>

/** Croatia, its neighbours and where visitors come from. Elsewhere an SMS costs many times as much, to the gain of who asks for it. */
export const SMS_COUNTRIES = 'HR,SI,BA,RS,ME,MK,AT,DE,IT,HU'

/** Two-letter codes between commas; null where one is no country. */
export function parseCountries(text: string): Countries | null {
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  return codes.every((code) => isSupportedCountry(code)) ? new Set(codes) : null
}
