/** PRODUCT_NAME at build time. */
declare const __PRODUCT_NAME__: string
/** COMPANY_NAME at build time. */
declare const __COMPANY_NAME__: string
/** PRIVACY_CONTACT at build time. */
declare const __PRIVACY_CONTACT__: string
