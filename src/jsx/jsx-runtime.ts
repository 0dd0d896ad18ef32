import * as react from 'react/jsx-runtime'
import { ownTexts } from './own-texts'

// The app's own JSX runtime (`jsxImportSource`).

export type { JSX } from 'react/jsx-runtime'
export const { Fragment } = react
export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, ownTexts(type, props as object), key)
export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, ownTexts(type, props as object), key)
