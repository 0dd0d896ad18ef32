import { readFileSync } from 'node:fs'

const GUIDE = readFileSync('docs/DEPLOYMENT.md', 'utf8')

/** The blocks under a heading of the guide: of commands, or of another kind; without a kind the whole text. */
export function blocksUnder(heading: string, kind: 'sh' | 'json' | null = 'sh'): readonly string[] {
  const [, after = ''] = GUIDE.split(`\n## ${heading}\n`)
  const section = after.split('\n## ')[0] ?? ''
  if (kind === null) return [section]
  return [...section.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )
}
