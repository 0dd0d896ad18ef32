/** PRODUCT_NAME as it was when the app was built. */
declare const __PRODUCT_NAME__: string
/** COMPANY_NAME as it was when the app was built. */
declare const __COMPANY_NAME__: string
/** PRIVACY_CONTACT as it was when the app was built. */
declare const __PRIVACY_CONTACT__: string
