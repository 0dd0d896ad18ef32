/** A document parsed by scripts/guide.ts. */
declare module '*.md' {
  const nodes: readonly import('../scripts/guide').DocumentNode[]
  export default nodes
}

/** The used part of saxen, which ships no types. */
declare module 'saxen' {
  type Decode = (text: string) => string
  type Attributes = Readonly<Record<string, string>>

  export class Parser {
    on(
      event: 'openTag',
      listener: (
        name: string,
        attributes: () => Attributes,
        decode: Decode,
        selfClosing: boolean,
      ) => void,
    ): this
    on(
      event: 'closeTag',
      listener: (name: string, decode: Decode, selfClosing: boolean) => void,
    ): this
    on(event: 'text', listener: (text: string, decode: Decode) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    parse(xml: string): Error | null
  }
}

interface Window {
  /** The Shape Detection API, available in few browsers. ZXing's package has the same interface. */
  readonly BarcodeDetector?: typeof import('barcode-detector/pure').BarcodeDetector
  /** The first organiser's token, which the script in index.html removed from the address. */
  firstOrganiserInAddress?: string
  /**
   * User id and token of a sign-in link, percent-encoded, which the script in index.html removed
   * from the address.
   */
  signInLinkInAddress?: readonly [userId: string, token: string]
  /**
   * The address of a touched tag with its proof, which was removed from the address bar; read once
   * (src/routes.ts).
   */
  touchInAddress?: string
  /** The token of a captain's invitation, which index.html removed from the address; read once. */
  invitationInAddress?: string
  /**
   * The ready screen's button that was pressed last before the app's code ran. Set by the script in
   * index.html.
   */
  pressedEarly?: Element
  rememberPress?: (event: MouseEvent) => void
}
