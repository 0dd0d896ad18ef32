/** The brand on screen; `{product}` in the texts. */
export const PRODUCT_NAME: string = __PRODUCT_NAME__
