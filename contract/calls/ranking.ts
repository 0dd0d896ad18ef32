import * as v from 'valibot'
import { read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'

export const ranking = read('ranking', {
  action: 'ranking',
  who: 'anyone',
  bucket: 'ranking',
  input: v.object({
    limit: v.optional(field.wholeNumber(/^\d{1,3}$/, 1, 100)),
    version: v.optional(field.version),
  }),
  output: v.object({
    teams: v.array(entity.rankedTeam),
    total: entity.count,
    latest: v.array(entity.latestAward),
    frozen_at: v.nullable(entity.instant),
    /** As in `teamPoints`. */
    since_freeze: v.optional(v.nullable(entity.points)),
    /** How far a frozen ranking is revealed place by place; null at any other time. */
    reveal: v.optional(v.nullable(entity.reveal)),
    starts_at: v.nullable(entity.instant),
    ends_at: v.nullable(entity.instant),
    ...entity.zoneFields,
    ...entity.versionFields,
  }),
})
