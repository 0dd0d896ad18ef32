import { lexer, type MarkedToken, type Token } from 'marked'
import type { Plugin } from 'vite'
import { unbroken } from '#texts/numbers'

/**
 * A part of a document as an element, because the page's security policy forbids inserting HTML.
 */
export type DocumentNode =
  | string
  | { readonly tag: string; readonly props?: object; readonly children?: readonly DocumentNode[] }

function nodesOf(tokens: readonly Token[]): DocumentNode[] {
  // The cast is safe, because no extension of `marked` adds other kinds of tokens.
  return tokens.flatMap((token) => blockOf(token as MarkedToken))
}

function blockOf(token: MarkedToken): DocumentNode[] {
  if (token.type === 'space') return []
  // Put headings one level lower, because the screen has its own heading.
  if (token.type === 'heading')
    return [{ tag: `h${token.depth + 1}`, children: nodesOf(token.tokens) }]
  if (token.type === 'paragraph') return [{ tag: 'p', children: nodesOf(token.tokens) }]
  if (token.type !== 'list') return inlineOf(token)
  const children = token.items.map((item) => ({ tag: 'li', children: nodesOf(item.tokens) }))
  return [{ tag: token.ordered ? 'ol' : 'ul', children }]
}

function inlineOf(token: MarkedToken): DocumentNode[] {
  if (token.type === 'strong') return [{ tag: 'strong', children: nodesOf(token.tokens) }]
  if (token.type === 'image')
    return [{ tag: 'img', props: { src: token.href.replace('../public/', '/'), alt: token.text } }]
  if (token.type === 'codespan') return [{ tag: 'code', children: [token.text] }]
  if (token.type === 'text')
    return token.tokens === undefined ? [unbroken(token.text)] : nodesOf(token.tokens)
  throw new Error(`${token.type}: ${token.raw}: the guide cannot show this`)
}

/** Parses the documents that the app shows, at build time. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform(text, id) {
      return id.endsWith('.md')
        ? { code: `export default ${JSON.stringify(nodesOf(lexer(text)))}`, map: null }
        : null
    },
  }
}
