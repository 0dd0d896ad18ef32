/** Environment settings that are read at build time, with their defaults. */
const DEFAULTS = {
  PRODUCT_NAME: 'GeekQuest',
  COMPANY_NAME: 'GeekClub',
  PRIVACY_CONTACT: 'privatnost@example.hr',
} as const

type BuiltIn = Readonly<Record<keyof typeof DEFAULTS, string>>

export const BUILT_IN = Object.keys(DEFAULTS)

export function builtIn(variables: Readonly<Record<string, string | undefined>>): BuiltIn {
  const value = (name: keyof typeof DEFAULTS) => variables[name]?.trim() || DEFAULTS[name]
  return {
    PRODUCT_NAME: value('PRODUCT_NAME'),
    COMPANY_NAME: value('COMPANY_NAME'),
    PRIVACY_CONTACT: value('PRIVACY_CONTACT'),
  }
}

/** Whether the built page names the default address for people's data, which is nobody's. */
export function hasDefaultContact({ PRIVACY_CONTACT }: BuiltIn): boolean {
  return PRIVACY_CONTACT === DEFAULTS.PRIVACY_CONTACT
}

/** What they are called in the page's code. */
export function definitions(built: BuiltIn): Record<string, string> {
  return Object.fromEntries(Object.entries(built).map(([name, value]) => [`__${name}__`, JSON.stringify(value)]))
}
