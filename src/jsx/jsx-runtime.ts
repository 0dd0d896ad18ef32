import * as react from 'react/jsx-runtime'
import { ownTexts } from './own-texts'

// What the app's JSX becomes (`jsxImportSource`).

export type { JSX } from 'react/jsx-runtime'
export const { Fragment } = react
export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, ownTexts(type, props as object), key)
export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, ownTexts(type, props as object), key)
