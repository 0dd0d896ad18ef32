import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '#cli/program'
import { QUIET } from '../support/command'

/** The whole of it: what an organiser does is in the browser. */
const COMMANDS = 'apply backup login-link move purge rehearse reset restore show status verify'.split(' ')

/** What changes nothing but files. */
const READ_ONLY = new Set(['status'])

const program = createProgram(QUIET)

/** What `--help` of a command prints. */
function helpOf(command: Command): string {
  const parts: string[] = []
  command.configureOutput({ writeOut: (part) => void parts.push(part) })
  command.outputHelp()
  return parts.join('')
}

/** The words of a command line, as a shell splits them. */
function words(line: string): string[] {
  const [beforeComment = ''] = line.split(/\s{2,}#/)
  return (beforeComment.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
}

describe('the help of the command line', () => {
  test('lists every command with what it does', () => {
    const text = helpOf(program)
    for (const command of program.commands) expect(text).toContain(`  ${command.name()} `)
    expect(program.commands.map((command) => command.name()).toSorted()).toEqual(COMMANDS)
  })

  describe.each(program.commands.map((command) => [command.name(), command] as const))('%s', (name, command) => {
    const examples = helpOf(command)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('npm run event -- '))

    test('says what it does, and what each argument and option is', () => {
      expect(command.description()).not.toBe('')
      for (const { description } of [...command.registeredArguments, ...command.options]) expect(description).not.toBe('')
    })

    test('has examples with all that it needs, and without options that it does not know', () => {
      const own = examples.filter((line) => line.startsWith(`npm run event -- ${name} `) || line === `npm run event -- ${name}`)
      expect(own).not.toEqual([])
      for (const line of own) {
        const options = words(line)
          .slice(5)
          .filter((word) => word.startsWith('--') && word !== '--')
        const known = command.options.map(({ long }) => long)
        expect(known, line).toEqual(expect.arrayContaining(options))
        const needed = command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long)
        expect(options, line).toEqual(expect.arrayContaining(needed))
      }
    })

    test('prints JSON for scripts, and takes a reason where it changes something', () => {
      const known = command.options.map(({ long }) => long)
      expect(known).toContain('--json')
      if (!READ_ONLY.has(name)) expect(known).toContain('--reason')
    })
  })
})
