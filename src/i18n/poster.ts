/** Texts of the preview image for shared links (Open Graph). */
export const posterTexts = {
  competition: 'Natjecanje',
  community: 'GeekClub',
  invitation: 'Okušajte se u izazovnim igrama i\u00a0osvojite vrijedne nagrade.',
} as const
