/**
 * Small letters that look like a Latin one, in lower or upper case, grouped by that letter. From
 * Unicode's confusables (https://www.unicode.org/Public/security/latest/confusables.txt): Cyrillic,
 * Greek, and Latin letters outside the basic alphabet. If a letter's two cases look like two
 * different letters (Greek ν: v and N), the capital decides, because other scripts can imitate most
 * names in capitals, but few in small letters.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'вβьѣҍƀɓƃƅꞵ',
  c: 'сҫᴄȼƈ',
  d: 'ԁđðɖɗƌ',
  e: 'еεҽҿɇꬲ',
  f: 'ϝƒꞙẝ',
  g: 'ԍɡɠǥ',
  h: 'нηһћңӈӊħɦⱨ',
  i: 'іιꙇɩɨɪ',
  j: 'јϳɉʝ',
  k: 'кκқҟᴋĸƙⱪꝁ',
  l: 'ӏłƚɫɭǀ',
  m: 'мμӎϻᴍ',
  n: 'νƞɲɳ',
  o: 'оοσөѳøɵᴏꝋ',
  p: 'рρƥ',
  q: 'ԛʠ',
  r: 'гᴦɍɼɽʀ',
  s: 'ѕꜱʂƽ',
  t: 'тτҭŧƭʈ',
  u: 'ʋʉᴜ',
  v: 'ѵᴠ',
  w: 'ԝѡɯᴡ',
  x: 'хχҳꭓ',
  y: 'уүұγυɣƴɏʏ',
  z: 'ζƶȥʐᴢ',
  // Greek letters that look like no Latin letter, only like a Cyrillic one.
  π: 'п',
  φ: 'ф',
  λ: 'л',
}

const LETTERS = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter]),
  ),
)

/** Replaces each letter with the one it looks like. Expects lower case, with marks apart from their letters (NFD). */
export function foldLookAlikes(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => LETTERS.get(letter) ?? letter)
}

/**
 * Unifies characters that many fonts draw as one stroke (I l 1 |) or one ring (O 0). In lower case
 * I becomes i, so i and l are equal too: right for preventing confusion, too coarse for a search.
 */
export function foldStrokes(text: string): string {
  return text.replace(/[i1|]/g, 'l').replaceAll('0', 'o')
}

const APOSTROPHES = /['`‘’‚‛‹›′‵ʹʻʼʽˈˊˋʾʿ՚׳ꞌ]/gu
const QUOTES = /["“”„‟«»‶ʺ״〝〞❝❞]/gu
const DASHES = /-+/g

/**
 * Unifies similar-looking punctuation, which keyboards and dictation interchange. Expects plain
 * dashes and spaces. A quotation mark becomes two apostrophes, as some type it; two
 * hyphens become a dash.
 */
export function foldPunctuation(text: string): string {
  const folded = text
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, "''")
    .replaceAll('。', '.')
    .replace(DASHES, '-')
    .replace(/ +/g, ' ')
  // Remove the final full stop that dictation adds, unless nothing else is left.
  return folded.replace(/[.,、 ]+$/, '') || folded
}
