/**
 * The subjects of a change, from the view of the person notified. `user`: their account, team and
 * request to join; `team`: their team's points, awards, cooldowns and members; `invites`: requests
 * to join their team; `booth`: awards of their booth; `event`: settings, booths, point types and
 * tags.
 */
export const TOPICS = ['user', 'team', 'invites', 'ranking', 'booth', 'event', 'message'] as const
export type Topic = (typeof TOPICS)[number]
