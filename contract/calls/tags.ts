import * as v from 'valibot'
import type { Change, Read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const listTags = {
  name: 'listTags',
  action: 'tag',
  option: 'list',
  who: 'staff',
  effect: 'read',
  input: v.object({}),
  output: v.object({ tags: v.array(entity.tag) }),
} as const satisfies Read

export const markTagWritten = {
  name: 'markTagWritten',
  action: 'tag',
  option: 'written',
  who: 'staff',
  effect: 'change',
  touches: ['event'],
  input: v.object({ nfc_id: field.id }),
  output: v.object({}),
} as const satisfies Change
