/**
 * The subjects of a change, as seen by whoever is told of it. `user`: their account, team and
 * request; `team`: its points, awards, pauses and members; `invites`: requests to their team;
 * `booth`: awards of their booth; `event`: settings, booths, point types and tags.
 */
export const TOPICS = ['user', 'team', 'invites', 'ranking', 'booth', 'event', 'message'] as const
export type Topic = (typeof TOPICS)[number]
