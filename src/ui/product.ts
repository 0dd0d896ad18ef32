/** The product's name on screen; `{product}` in the texts. */
export const PRODUCT_NAME: string = __PRODUCT_NAME__
/** The company that publishes the app and is responsible for its personal data. */
export const COMPANY_NAME: string = __COMPANY_NAME__
/** The contact for questions and requests about personal data, usually an e-mail address. */
export const PRIVACY_CONTACT: string = __PRIVACY_CONTACT__
