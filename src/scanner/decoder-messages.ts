/** What a page asks of the decoder's worker. */
export interface DecoderRequest {
  readonly number: number
  readonly pixels: ArrayBuffer
  readonly width: number
  readonly height: number
}

/** What the worker answers; `texts` is null where it cannot decode at all. */
export interface DecoderAnswer {
  readonly number: number
  readonly texts: readonly string[] | null
}
