/**
 * Small letters that look like a Latin one, in small or in capitals, by that letter. Taken from Unicode's confusables
 * (https://www.unicode.org/Public/security/latest/confusables.txt): Cyrillic, Greek, and the Latin letters that are none of
 * any alphabet's 26. Where a letter's two cases look like two letters (Greek ν: v and N), the capital decides, because most
 * names in capitals can be written with look-alikes and few in small letters.
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
  // Greek letters that only Cyrillic ones look like.
  π: 'п',
  φ: 'ф',
  λ: 'л',
}

const LETTERS = new Map(Object.entries(LOOKS_LIKE).flatMap(([letter, others]) => [...others].map((other) => [other, letter])))

/** A text in small letters without marks, with every letter written as the one that it looks like. */
export function foldLookAlikes(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => LETTERS.get(letter) ?? letter)
}
