/** Installing the app, in the wording of an iPhone's Croatian menus. */
export const installTexts = {
  menu: 'Instaliraj aplikaciju',
  offerTitle: (product: string) => `Instalirajte ${product}`,
  offerText: 'Otvara se jednim dodirom s početnog zaslona, čak i bez interneta.',
  install: 'Instaliraj',
  showSteps: 'Kako instalirati',
  notNow: 'Ne sada',
  stepsNotLoaded: 'Upute se nisu učitale. Provjerite mrežu i pokušajte ponovno.',

  stepsTitle: 'Instalacija aplikacije',
  share:
    'Dodirnite „Dijeli” u traci preglednika. Ako ga ne vidite, najprije dodirnite gumb s tri točke.',
  addToHomeScreen: 'Pomaknite popis i odaberite „Dodaj na početni zaslon”.',
  confirmAdding: 'Dodirnite „Dodaj”.',
  ownSignIn:
    'Instalirana aplikacija ima vlastitu prijavu: kad je prvi put otvorite, upišite u nju kod iz SMS-a.',
} as const
