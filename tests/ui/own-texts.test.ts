import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { jsx, jsxs } from '../../src/jsx/jsx-runtime'

const drawn = (node: ReactNode) => renderToStaticMarkup(node)
const icon = jsx('i', {})

test.each<[string, ReactNode[], string]>([
  ['texts without elements become one text', ['Još ', 3, null, ' boda', false], 'Još 3 boda'],
  [
    'a text beside an element gets its own element',
    [icon, 'Pošalji'],
    '<i></i><span>Pošalji</span>',
  ],
  [
    'neighbouring texts share one element',
    ['a', ' · ', false, 'b', icon, 'c'],
    '<span>a · b</span><i></i><span>c</span>',
  ],
  [
    'texts in nested lists get one element per list',
    [icon, ['a', ['b', icon]]],
    '<i></i><span>a</span><span>b</span><i></i>',
  ],
  ['nothing stays nothing', [null, '', false, icon], '<i></i>'],
])('fault 71: %s', (_what, children, html) => {
  expect(drawn(jsxs('p', { children }))).toBe(`<p>${html}</p>`)
})

test('fault 71: every text in a fragment or given to a component gets an element of its own', () => {
  const Button = ({ children }: { children: ReactNode }) =>
    jsxs('b', { children: [false, icon, children] })
  expect(drawn(jsx(Fragment, { children: 'a' }))).toBe('<span>a</span>')
  expect(drawn(jsxs(Fragment, { children: ['a', 1] }))).toBe('<span>a1</span>')
  expect(drawn(jsx(Button, { children: 'a' }))).toBe('<b><i></i><span>a</span></b>')
})
