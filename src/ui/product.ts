import { NAME_MARKERS } from '#contract/names'

/**
 * Reads a name that the server wrote into the head of `index.html`; without a page, as in
 * prerendering, its marker.
 */
function named(meta: string, marker: string): string {
  if (typeof document === 'undefined') return marker
  return document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content ?? ''
}

/** The product's name on screen; `{product}` in the texts. */
export const PRODUCT_NAME = named('application-name', NAME_MARKERS.product)
/** The publisher of the app, who is responsible for its personal data. */
export const COMPANY_NAME = named('publisher', NAME_MARKERS.company)
/** The contact for questions and requests about personal data, usually an e-mail address. */
export const PRIVACY_CONTACT = named('privacy-contact', NAME_MARKERS.contact)
