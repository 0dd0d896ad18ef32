/**
 * The host's names for the product. The build does not know them: its page, manifest and
 * prerendered screens contain markers, which a server replaces when it starts.
 */
export interface HostNames {
  /** On screen, in SMS and under the app's icon. */
  readonly product: string
  /** The company that publishes the app and its terms. */
  readonly company: string
  /** Contact for questions and requests about personal data, usually an e-mail address. */
  readonly contact: string
}

export const NAME_MARKERS: HostNames = {
  product: '%PRODUCT_NAME%',
  company: '%COMPANY_NAME%',
  contact: '%PRIVACY_CONTACT%',
}

/**
 * Replaces every marker in a text.
 * @param encode encodes a name for its place, such as HTML
 */
export function fillNames(
  text: string,
  names: HostNames,
  encode: (name: string) => string,
): string {
  const keys = Object.keys(NAME_MARKERS) as (keyof HostNames)[]
  return keys.reduce(
    (filled, key) => filled.replaceAll(NAME_MARKERS[key], () => encode(names[key])),
    text,
  )
}
