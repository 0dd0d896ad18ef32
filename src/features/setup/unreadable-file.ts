/** A file that cannot be imported. The message says why, in Croatian. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
