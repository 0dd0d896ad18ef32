/** The words on the picture that shared links show. */
export const posterTexts = {
  competition: 'Natjecanje',
  community: 'GeekClub',
  invitation: 'Okušajte se u izazovnim igrama i\u00a0osvojite vrijedne nagrade.',
} as const
