/** PRODUCT_NAME as it was when the app was built. */
declare const __PRODUCT_NAME__: string
