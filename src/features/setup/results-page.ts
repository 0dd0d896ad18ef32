import { emblemOf } from '#rules/emblem'
import { MEDALS, type Medal } from '#rules/medals'
import { placesUpTo } from '#rules/prizes'
import { endOfDayTexts } from '#texts/end-of-day'
import { escapeHtml } from '#texts/escape-html'
import { medalTexts } from '#texts/medals'
import { counted, dotted, nouns } from '#texts/nouns'
import { numeral } from '#texts/numbers'
import { resultTexts as texts } from '#texts/results'
import { teamTexts } from '#texts/team'
import { MEDAL_PATHS } from '../../game/medal-paths'
import { EMBLEM_PATHS, HEXAGON } from '../../game/team-marks'
import { constellationOf, FIELD, goldenLines, type StarLine } from '../arrival/constellation'
import { savedPage } from '../organiser/saved-page'

/** A team as everybody may see it. */
export interface ResultTeam {
  readonly team_id: string
  readonly team_name: string
  readonly emblem?: number | undefined
  readonly rank: number
  readonly points: number
  readonly medals: readonly string[]
  /** The booths that gave it points. */
  readonly lit: readonly string[]
  readonly treasures: number
}

export interface Results {
  /** Sorted by place. */
  readonly teams: readonly ResultTeam[]
  /** The ids of the booths; each is a star. */
  readonly booths: readonly string[]
  /** The lowest place that wins a prize. */
  readonly lastPrizePlace: number
  readonly product: string
  readonly company: string
  /** The lines below the title: the event's times, if known, and how current the results are. */
  readonly lines: readonly string[]
}

/** The app's colours on a screen; black on white on paper. */
const STYLE = `
:root{color-scheme:light dark;--ground:#eef0fb;--surface:#fff;--line:#c9cde8;--ink:#12132b;--soft:#3d4168;--accent:#2f5200;--fill:#c6f24e;--on:#10140a;--gold:#8a5200}
@media(prefers-color-scheme:dark){:root{--ground:#0a0b16;--surface:#14162a;--line:#313560;--ink:#f3f4ff;--soft:#b4b8db;--accent:#c6f24e;--gold:#ffcb70}}
@media print{:root{color-scheme:light;--ground:#fff;--surface:#fff;--line:#bbb;--ink:#000;--soft:#333;--accent:#000;--fill:#fff;--gold:#000}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.45 system-ui,sans-serif}
main,footer{max-width:64rem;margin:auto;padding:1rem}
h1{margin:.5rem 0 0;font-size:2rem;line-height:1.15;overflow-wrap:anywhere}
h2{margin:2.5rem 0 1rem;font-size:1.35rem}
h3{margin:.25rem 0;font-size:1.35rem;line-height:1.2}
p{margin:.15rem 0}
.soft,footer{color:var(--soft)}
.named{display:flex;align-items:center}
.named span{min-width:0;overflow-wrap:anywhere}
.emblem{width:1.4em;height:1.4em;margin-right:.4em;flex:none}
.line{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
.stars{display:block;width:100%;height:auto;overflow:visible}
.stars path{fill:none;stroke-linecap:round}
.medals{display:flex;flex-wrap:wrap;gap:.15rem}
.medal{width:1.75rem;height:1.75rem;flex:none;color:var(--on)}
ul,ol{list-style:none;margin:0;padding:0}
.prizes{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}
.prizes>li{padding:1.25rem;border:1px solid var(--line);border-radius:1.25rem;background:var(--surface);break-inside:avoid}
.prizes .stars{margin:.75rem 0}
.place{color:var(--accent);font-weight:700}
table{width:100%;border-collapse:collapse;text-align:left}
th{font-weight:500;color:var(--soft)}
tbody th{color:inherit;font-weight:600}
td,th{padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:middle}
tr{break-inside:avoid}
.count{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:700}
td.sky{width:8.5rem}
td.won{width:13.8rem}
.legend{display:grid;gap:.75rem 1.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
.legend li{display:flex;gap:.6rem;align-items:center;break-inside:avoid}
@media(max-width:40rem){td.sky,th.sky{display:none}td.won,th.won{width:5.6rem}td,th{padding-right:.35rem}.medal{width:1.35rem;height:1.35rem}}
`

const EMBLEM_BOX = '0 0 24 24'

/** The drawings of emblems and medals, defined once because hundreds of teams reference them. */
const SYMBOLS = [
  ...EMBLEM_PATHS.map(
    (path, index) =>
      `<symbol id="e${index}" viewBox="${EMBLEM_BOX}"><path class="line" stroke-width="1.8" d="${path}"/></symbol>`,
  ),
  ...MEDALS.map(
    (medal) =>
      `<symbol id="m-${medal}" viewBox="0 0 64 64"><path d="${HEXAGON}" style="fill:var(--fill)" stroke="currentColor" stroke-width="2"/><g transform="translate(16 16) scale(1.333)"><path class="line" stroke-width="2" d="${MEDAL_PATHS[medal]}"/></g></symbol>`,
  ),
].join('')

const named = ({ team_id, emblem, team_name }: ResultTeam) =>
  `<span class="named"><svg class="emblem" aria-hidden="true"><use href="#e${emblemOf(team_id, emblem)}"/></svg><span>${escapeHtml(team_name)}</span></span>`

const medalArt = (medal: Medal, label: string) =>
  `<svg class="medal" ${label === '' ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`}>${label === '' ? '' : `<title>${escapeHtml(label)}</title>`}<use href="#m-${medal}"/></svg>`

/** Draws the team's medals, without those that this version does not know. */
function medals({ medals: earned }: ResultTeam): string {
  const known = MEDALS.filter((medal) => earned.includes(medal))
  if (known.length === 0) return ''
  const items = known.map((medal) => `<li>${medalArt(medal, medalTexts.medals[medal].name)}</li>`)
  return `<ul class="medals">${items.join('')}</ul>`
}

/** A path of dots: zero-length lines with round ends, which take less text than circles. */
const dots = (stars: readonly { readonly x: number; readonly y: number }[]) =>
  stars.map(({ x, y }) => `M${x} ${y}h0`).join('')

/** The team's constellation, as in the app. */
function constellation({ team_id, lit, treasures }: ResultTeam, booths: readonly string[]): string {
  if (booths.length === 0) return ''
  const sky = constellationOf(team_id, booths)
  const given = new Set(lit)
  const bright = sky.stars.filter(({ boothId }) => given.has(boothId))
  const faint = sky.stars.filter(({ boothId }) => !given.has(boothId))
  const lines = (some: readonly StarLine[]) =>
    some
      .map(
        ([from, to]) =>
          `M${sky.stars[from]?.x} ${sky.stars[from]?.y}L${sky.stars[to]?.x} ${sky.stars[to]?.y}`,
      )
      .join('')
  const path = (d: string, colour: string, width: number, more = '') =>
    d === ''
      ? ''
      : `<path d="${d}" style="stroke:var(--${colour})" stroke-width="${width}"${more}/>`
  const golden = goldenLines(sky, treasures)
  return [
    `<svg class="stars" role="img" viewBox="0 0 ${FIELD.width} ${FIELD.height}" aria-label="${escapeHtml(texts.stars(bright.length, booths.length, treasures))}">`,
    path(lines(sky.lines), 'soft', 0.75, ' opacity=".5" stroke-dasharray="1.5 3"'),
    path(lines(golden), 'gold', 1.5),
    path(dots(faint), 'soft', 5, ' opacity=".55"'),
    path(dots(bright), 'accent', 17, ' opacity=".2"'),
    path(dots(bright), 'accent', 7),
    '</svg>',
  ].join('')
}

function prizes({ teams, lastPrizePlace, booths }: Results): string {
  const winners = placesUpTo(teams, lastPrizePlace)
  if (winners.length === 0) return `<p>${texts.none}</p>`
  const items = winners.map((team) => {
    const place = dotted(
      endOfDayTexts.place(team.rank),
      team.shared ? endOfDayTexts.shared : null,
      counted(team.points, nouns.point),
    )
    return `<li><p class="place">${place}</p><h3>${named(team)}</h3>${constellation(team, booths)}${medals(team)}</li>`
  })
  return `<ol class="prizes">${items.join('')}</ol>`
}

/** Rows drawn per step. A phone needs some milliseconds to draw a row with forty stars. */
const ROWS_PER_STEP = 10

async function ranking({ teams, booths }: Results): Promise<string> {
  const { columns } = texts
  const rows: string[] = []
  for (const team of teams) {
    if (rows.length % ROWS_PER_STEP === 0) await new Promise((resolve) => setTimeout(resolve))
    rows.push(
      `<tr><td>${teamTexts.rankShort(team)}</td><th scope="row">${named(team)}</th><td class="sky">${constellation(team, booths)}</td><td class="won">${medals(team)}</td><td class="count">${numeral(team.points)}</td></tr>`,
    )
  }
  return `<table><thead><tr><th scope="col">${columns.place}</th><th scope="col">${columns.team}</th><th scope="col" class="sky">${columns.stars}</th><th scope="col" class="won">${columns.medals}</th><th scope="col" class="count">${columns.points}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

const legend = () =>
  `<ul class="legend">${MEDALS.map((medal) => {
    const { name, how } = medalTexts.medals[medal]
    return `<li>${medalArt(medal, '')}<span><strong>${name}</strong><br><span class="soft">${how}</span></span></li>`
  }).join('')}</ul>`

/** The results as a single file that opens from a disk, runs no scripts and makes no requests. */
export async function resultsPage(results: Results): Promise<string> {
  const { product, company, lines, teams } = results
  const title = escapeHtml(`${texts.title} · ${product}`)
  return savedPage(
    title,
    STYLE,
    `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${SYMBOLS}</svg>
<main>
<h1>${escapeHtml(product)} · ${texts.title}</h1>
${lines.map((line) => `<p class="soft">${escapeHtml(line)}</p>`).join('\n')}
<section><h2>${texts.prizes}</h2>${prizes(results)}</section>
<section><h2>${texts.ranking} <span class="soft">${texts.teams(teams.length)}</span></h2>
${await ranking(results)}
</section>
<section><h2>${texts.medals}</h2>${legend()}</section>
</main>
<footer>${escapeHtml(dotted(product, company))}</footer>`,
  )
}
