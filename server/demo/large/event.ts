import convention from '../../../examples/convention/event.json' with { type: 'json' }

const TEAM_TAGS = 700

export const teamTag = (number: number) => `tim-${String(number).padStart(4, '0')}`

/** The example of a convention in the format of event.json: under way whenever somebody looks, and with stickers for its teams. */
export const largeEvent = {
  ...convention,
  settings: { ...convention.settings, starts_at: null, ends_at: null },
  tags: [
    ...Array.from({ length: TEAM_TAGS }, (_, index) => ({ nfc_id: teamTag(index + 1), nfc_type: 'team' })),
    ...convention.tags,
  ],
}
