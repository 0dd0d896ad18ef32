const MOST = 2

/** The first letters of first and last name, in upper case. At most two characters. */
export function initials(firstName: string, lastName: string): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '')
  return [...letters.join('').toLocaleUpperCase('hr')].slice(0, MOST).join('')
}
