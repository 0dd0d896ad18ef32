/** The brand on screen; `{product}` in the texts. */
export const PRODUCT_NAME: string = __PRODUCT_NAME__
/** Who publishes the app and answers for the personal data in it. */
export const COMPANY_NAME: string = __COMPANY_NAME__
/** Where people turn with their questions and requests about their data; an e-mail address, as a rule. */
export const PRIVACY_CONTACT: string = __PRIVACY_CONTACT__
