/** A message from the page to the decoder's worker. */
export interface DecoderRequest {
  readonly number: number
  readonly pixels: ArrayBuffer
  readonly width: number
  readonly height: number
}

/** The worker's response; `texts` is null when it can't decode at all. */
export interface DecoderAnswer {
  readonly number: number
  readonly texts: readonly string[] | null
}
