/** Parts of the large demo's names. */

const words = (text: string): readonly string[] => text.split(/\s*,\s*/).map((word) => word.trim())

export const NICKNAME_WORDS =
  words(`piksel, zmaj, vuk, lisica, mrkva, kockica, d20, mag, druid, bard, goblin, vila, gusar, kapa, tikva, cimet,
  kava, kakao, burek, krafna, kiflica, munja, oluja, bura, jugo, sjena, iskra, zvijezda, komet, orbita, mjesec, sova, gavran, jež, dabar,
  puh, rakun, tvor, krtica, mačak, tipka, modem, ruter, bajt, kabel, disketa, kaseta, vinil, robot, laser, plazma, kvark, foton, atom,
  nova, kristal, rubin, jantar, opal, bakar, čekić, mač, štit, strijela, kula, dvorac, mapa, kompas, sidro, jedro, oblak, magla, inje,
  snijeg, rosa, trava, hrast, javor, lipa, kesten, žir, bor, šišarka`)

/** Masculine plural, to go with `CREATURES`. */
export const PLURAL_ADJECTIVES =
  words(`Plavi, Crveni, Divlji, Noćni, Tihi, Brzi, Pospani, Ponosni, Lukavi, Hrabri, Srebrni, Zlatni, Zeleni,
  Sivi, Bijeli, Crni, Nevidljivi, Izgubljeni, Gladni, Leteći, Neustrašivi, Veseli, Bradati, Umorni, Svemirski, Tvrdoglavi, Kameni, Ledeni,
  Vatreni, Morski, Šumski, Gradski, Digitalni, Analogni, Nedjeljni, Zakašnjeli`)

export const CREATURES =
  words(`Vukovi, Zmajevi, Medvjedi, Patuljci, Vilenjaci, Čarobnjaci, Vitezovi, Gusari, Roboti, Goblini, Trolovi, Lavovi,
  Sokolovi, Gavrani, Jastrebovi, Dupini, Ježevi, Dabrovi, Puhovi, Kauboji, Samuraji, Kuhari, Knjižničari, Golubovi, Vampiri, Druidi, Bardovi,
  Alkemičari, Navigatori, Astronauti, Rakuni, Komarci`)

/** Feminine singular, to go with `COMPANIES`. */
export const SINGULAR_ADJECTIVES =
  words(`Crvena, Plava, Tiha, Noćna, Divlja, Zlatna, Srebrna, Vesela, Leteća, Zadnja, Nevidljiva, Hrabra,
  Slavonska, Dalmatinska, Zagorska, Lička, Istarska, Kvarnerska, Svemirska, Pospana, Vječna, Ponosna, Gladna, Tajna`)

export const COMPANIES = words(
  'Četa, Straža, Družba, Ekipa, Posada, Legija, Gilda, Brigada, Flota, Liga, Družina, Patrola, Akademija, Karavana, Postrojba, Radionica',
)

/** To go before `PLACES`. */
export const KEEPERS = words(
  'Čuvari, Vitezovi, Junaci, Gospodari, Putnici, Učenici, Branitelji, Istraživači, Prijatelji, Pjesnici, Glasnici, Sinovi i kćeri',
)

/** In the genitive. */
export const PLACES =
  words(`Sjevera, Ponoći, Magle, Zadnje Klupe, Velebita, Sljemena, Stare Luke, Kvarnerske Bure, Trećeg Kata, Prvog Reda,
  Crne Kave, Zadnjeg Tramvaja, Mliječne Staze, Sedme Razine, Stare Knjižnice, Plave Kocke, Zlatnog Žira, Dugog Čekanja, Ledenog Doba,
  Izgubljenog Punjača, Tihe Sobe, Praznog Hladnjaka, Nedjeljnog Ručka, Zaboravljenog Podruma, Kamene Kule, Južnog Vjetra`)

/** Names that do not follow a pattern. */
export const OWN_NAMES =
  words(`Nat 20, Ctrl Alt Poraz, Ping 999, Bez Plana B, Tko je uzeo kocku, Jedan Život, Zadnja Runda, Sudo Palačinke,
  Još pet minuta, Čekamo petoga, Kišobran u Rupi, Nula Bodova, Mama je rekla, Teta iz Kantine, Burek s NPC-jem, Kocka je pala, Plan je bio dobar,
  Rezervni Igrači, Glavni Sporedni Likovi, Bez Titlova, 404 Suigrača, Nisu Ovo Droidi, Kvar na Vezi, Vrijeme za Čaj, Sir i Vrhnje, Rolamo za Parking,
  Pet do Ponoći, Tri i Pol Mušketira, Stariji od Interneta, Točka Zarez, Beskonačna Petlja, Dva Lijeva Kontrolera, Ne Diraj Kabel, Kriva Hala`)
