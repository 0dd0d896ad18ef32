/**
 * The subjects of a change. `user`: the own account, its team, its request; `team`: points, awards, pauses, members; `booth`:
 * awards of the own booth; `event`: settings, booths, point types, tags.
 */
export const TOPICS = ['user', 'team', 'invites', 'ranking', 'booth', 'event', 'message'] as const
export type Topic = (typeof TOPICS)[number]
