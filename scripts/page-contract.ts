import type { Plugin, Rolldown } from 'vite'

/** The parts of a call's definition that only the server reads. */
export const SERVER_ONLY: ReadonlySet<string> = new Set(['who', 'when', 'bucket', 'input'])

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]

/** Returns the properties with which a statement defines a call; none if it defines no call. */
function partsIn(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration') return []
  if (statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression') return []
    const [, parts] = init.arguments
    return parts?.type === 'ObjectExpression' ? parts.properties : []
  })
}

/**
 * Removes the parts that only the server reads from the contract, so that page and worker do not load
 * them: above all the schemas of inputs, because only the server checks a call's input.
 */
export function pageContract(): Plugin {
  return {
    name: 'page-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/calls\/[\w-]+\.ts$/ },
      handler(code) {
        const parts = this.parse(code).body.flatMap(partsIn)
        if (parts.length === 0) this.error('defines no call')
        let shorter = code
        for (const part of parts.toReversed()) {
          if (part.type !== 'Property' || part.key.type !== 'Identifier') continue
          if (!SERVER_ONLY.has(part.key.name)) continue
          // Remove the comma after the property too, or there would be two commas in a row.
          const end = code.slice(part.end).match(/^\s*,/)?.[0].length ?? 0
          shorter = shorter.slice(0, part.start) + shorter.slice(part.end + end)
        }
        return { code: shorter, map: null }
      },
    },
  }
}
