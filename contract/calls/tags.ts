import * as v from 'valibot'
import { change, read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const listTags = read('listTags', {
  action: 'tag',
  option: 'list',
  who: 'staff',
  output: v.object({ tags: v.array(entity.tag) }),
})

export const markTagWritten = change('markTagWritten', {
  action: 'tag',
  option: 'written',
  who: 'staff',
  touches: ['event'],
  input: v.object({ nfc_id: field.id }),
})
