import type { Medal } from '#rules/medals'

/** Line drawings on a 24 × 24 grid, for screens, the shared picture and the results page. */
export const MEDAL_PATHS: Readonly<Record<Medal, string>> = {
  prvi: 'm11 4 1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18.5 3v4M16.5 5h4M19 16v4M17 18h4',
  tri_hale: 'M3.5 20.5h17M5 20.5V12h4v8.5M10 20.5V7.5h4v13M15 20.5v-17h4v17',
  svi: 'M9 4.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 1 0 0-6.4zM3 20v-1.5A4.5 4.5 0 0 1 7.5 14h3a4.5 4.5 0 0 1 4.5 4.5V20M16 4.9a3.2 3.2 0 0 1 0 5.6M18 14.3a4.5 4.5 0 0 1 3 4.2V20',
  lovac: 'M7 4h10l4 6-9 10.5L3 10zM3 10h18M12 20.5 8 10l3-6M12 20.5 16 10l-3-6',
  maraton: 'M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15zM9.5 2.5h5M12 9.5v4l2.5 2',
  nocna: 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10zM17.5 3v5M15 5.5h5',
  krug: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM8 12.2l2.8 2.8 5.2-5.5',
}
