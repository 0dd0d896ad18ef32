/** How wide a letter is in em, rather too wide: no measure of the typeface that the printing computer will take is known here. */
function letterWidth(letter: string): number {
  if (/[\s.,:;'|!·il]/.test(letter)) return 0.38
  if (/[MWmw@%&–—]/.test(letter)) return 1.12
  return letter === letter.toLowerCase() ? 0.7 : 0.86
}

/** How wide a text is in em. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)
}

/** How many lines a text takes, broken between words, or within one that is longer than a line. */
export function lineCount(text: string, size: number, width: number): number {
  let [lines, used] = [1, 0]
  for (const word of text.split(' ')) {
    const long = textWidth(word) * size
    const space = used === 0 ? 0 : textWidth(' ') * size
    if (used + space + long <= width) used += space + long
    else {
      // A long word begins on a line of its own and goes on over the next ones.
      const more = Math.ceil(long / width)
      lines += used === 0 ? more - 1 : more
      used = long - (more - 1) * width
    }
  }
  return lines
}

/** The largest size of type between two, in steps of a tenth of a millimetre, that fits; the smallest if none does. */
export function largestSize([least, most]: readonly [number, number], fits: (size: number) => boolean): number {
  for (let tenths = Math.round(most * 10); tenths > least * 10; tenths--) if (fits(tenths / 10)) return tenths / 10
  return least
}
