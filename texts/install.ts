/** Installing the app, in the wording of each browser's Croatian menus. */
export const installTexts = {
  menu: 'Instaliraj aplikaciju',
  offerTitle: (product: string) => `Instalirajte ${product}`,
  offerText: 'Otvara se jednim dodirom s početnog zaslona, čak i bez interneta.',
  install: 'Instaliraj',
  showSteps: 'Kako instalirati',
  notNow: 'Ne sada',
  stepsNotLoaded: 'Upute se nisu učitale. Provjerite mrežu i pokušajte ponovno.',

  stepsTitle: 'Instalacija aplikacije',
  shareInSafari: 'Dodirnite „Dijeli” u traci preglednika. Ako ga ne vidite, najprije dodirnite gumb s tri točke.',
  shareElsewhere: 'Dodirnite „Dijeli” u adresnoj traci ili u izborniku preglednika.',
  addToHomeScreen: 'Pomaknite popis i odaberite „Dodaj na početni zaslon”.',
  confirmAdding: 'Dodirnite „Dodaj”.',
  openMenu: 'Otvorite izbornik preglednika, gumb s tri točke.',
  installInFirefox: 'Odaberite „Instaliraj” ili „Dodaj na početni ekran”.',
  confirmInFirefox: 'Potvrdite, pa aplikaciju otvorite s početnog zaslona.',
  addToDock: 'Na traci izbornika odaberite „Datoteka”, pa „Dodaj u Dock”.',
  ownSignIn: 'Instalirana aplikacija ima vlastitu prijavu: kad je prvi put otvorite, upišite u nju kod iz SMS-a.',
} as const
