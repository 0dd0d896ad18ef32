/** Installing the app, in the wording of the browsers' Croatian menus. */
export const installTexts = {
  menu: 'Instaliraj aplikaciju',
  offerTitle: (product: string) => `Instalirajte ${product}`,
  offerText: 'Otvara se jednim dodirom s početnog zaslona, čak i bez interneta.',
  install: 'Instaliraj',
  showSteps: 'Kako instalirati',
  notNow: 'Ne sada',
  stepsNotLoaded: 'Upute se nisu učitale. Provjerite mrežu i pokušajte ponovno.',

  stepsTitle: 'Instalacija aplikacije',
  notInApp: (app: string) => `Otvoreno je u aplikaciji ${app}, iz koje se ne može instalirati.`,
  steps: {
    share:
      'Dodirnite „Dijeli” u traci preglednika. Ako ga ne vidite, najprije dodirnite gumb s tri točke.',
    shareInAddressBar: 'Dodirnite „Dijeli” (kvadrat sa strelicom) u adresnoj traci.',
    shareInMenu: 'Otvorite izbornik preglednika i dodirnite „Dijeli”.',
    addToHomeScreen: 'Pomaknite popis i odaberite „Dodaj na početni zaslon”.',
    confirmAdding: 'Dodirnite „Dodaj”.',
    samsungMenu: 'Otvorite izbornik preglednika: tri crte u donjem desnom kutu.',
    samsungAdd: 'Odaberite „Dodaj stranicu…”, pa „Početni zaslon”.',
    firefoxMenu: 'Otvorite izbornik preglednika: tri točke uz adresu.',
    firefoxAdd:
      'Odaberite „Dodaj aplikaciju na početni ekran”. Ako je ne vidite, dodirnite „Više”; u starijem Firefoxu piše „Instaliraj”.',
    /** General, because each phone asks in its own words. */
    confirmOnPhone: 'Potvrdite dodavanje.',
    leaveApp: 'Otvorite izbornik ove aplikacije (tri točke) i odaberite „Otvori u pregledniku”.',
    installThere: 'Ondje se prijavite i u izborniku računa odaberite „Instaliraj aplikaciju”.',
  },
  ownSignIn:
    'Instalirana aplikacija ima vlastitu prijavu: kad je prvi put otvorite, upišite u nju kod iz SMS-a.',
} as const
