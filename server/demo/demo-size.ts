import { parseArgs } from 'node:util'
import { SettingError } from '../env'
import { makeLargeStory } from './large/story'
import { smallStory } from './small/story'

export const STORIES = { small: () => smallStory, large: makeLargeStory } as const
export type DemoSize = keyof typeof STORIES

function isDemoSize(text: unknown): text is DemoSize {
  return typeof text === 'string' && Object.hasOwn(STORIES, text)
}

/** Parses the size after `--demo` among a server's arguments; null if it is absent. Throws `SettingError`. */
export function readDemoSize(args: readonly string[]): DemoSize | null {
  const { values, positionals } = parseArgs({ args: [...args], options: { demo: { type: 'string' } }, strict: false })
  const unknown = [...positionals, ...Object.keys(values).filter((name) => name !== 'demo')]
  const size = isDemoSize(values.demo) ? values.demo : null
  if (unknown.length > 0 || (values.demo !== undefined && size === null)) {
    throw new SettingError(`A server takes no argument but --demo small or --demo large, not "${args.join(' ')}".`)
  }
  return size
}
