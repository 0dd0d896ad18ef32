import { readFileSync } from 'node:fs'

const BLOCKS = { dark: /@theme \{[^}]*/, light: /:root\[data-theme="light"\] \{[^}]*/ } as const

/** The app's colours by token, for everything drawn outside its screens. */
export function themeColors(theme: keyof typeof BLOCKS): ReadonlyMap<string, string> {
  const [block = ''] = readFileSync('src/styles.css', 'utf8').match(BLOCKS[theme]) ?? []
  const colors = new Map<string, string>()
  for (const [, token, color] of block.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)) {
    if (token !== undefined && color !== undefined) colors.set(token, color)
  }
  return colors
}

/** Returns one colour of a theme. Throws for an unknown token. */
export function themeColor(theme: keyof typeof BLOCKS, token: string): string {
  const color = themeColors(theme).get(token)
  if (color === undefined)
    throw new Error(`src/styles.css has no --color-${token} in its ${theme} theme`)
  return color
}
