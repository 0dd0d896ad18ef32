import { classes } from './classes'

/**
 * Takes the room of a text that may come later, so that its coming moves nothing. The text is no content of the page: neither
 * shown nor read.
 */
export function Room({ text, className }: { text: string; className?: string }) {
  return <span aria-hidden data-room={text} className={classes('invisible before:content-[attr(data-room)]', className)} />
}
