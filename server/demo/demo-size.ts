import { parseArgs } from 'node:util'
import { SettingError } from '../env'
import { makeLargeStory } from './large/story'
import { smallStory } from './small/story'
import type { DemoStory } from './story'

export const DEMO_SIZES = ['small', 'large'] as const
export type DemoSize = (typeof DEMO_SIZES)[number]

export function storyOf(size: DemoSize): DemoStory {
  switch (size) {
    case 'small':
      return smallStory
    case 'large':
      return makeLargeStory()
  }
}

/** Parses the size after `--demo` among a server's arguments; null if it is absent. Throws `SettingError`. */
export function readDemoSize(args: readonly string[]): DemoSize | null {
  const { values, positionals } = parseArgs({ args: [...args], options: { demo: { type: 'string' } }, strict: false })
  const unknown = [...positionals, ...Object.keys(values).filter((name) => name !== 'demo')]
  const size = DEMO_SIZES.find((known) => known === values.demo) ?? null
  if (unknown.length > 0 || (values.demo !== undefined && size === null)) {
    throw new SettingError(`A server takes no argument but --demo small or --demo large, not "${args.join(' ')}".`)
  }
  return size
}
