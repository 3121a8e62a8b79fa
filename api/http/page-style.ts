/** The one style sheet of the pages. */
export const STYLE = `
:root {
  --ground: #f6f7f5; --paper: #fff; --ink: #1e2a30; --soft: #5b6b70; --line: #d9e0dd; --tint: #eef3f1;
  --accent: #17695d; --on-accent: #fff; --lamp: #f3b53f; --good: #17695d; --bad: #b3402a;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12181b; --paper: #1a2327; --ink: #e8efec; --soft: #a3b3b0; --line: #304045; --tint: #202b30;
    --accent: #63c7b4; --on-accent: #0d1e1b; --lamp: #f3b53f; --good: #63c7b4; --bad: #f08a73;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--lamp); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.5rem); font-weight: 650; letter-spacing: -.02em; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; font-weight: 650; letter-spacing: -.01em; margin: 0 0 .6rem; }
h3 { font-size: 1.05rem; margin: 0; }
h4 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.25rem 0 .4rem; }
p { margin: 0 0 .75rem; text-wrap: pretty; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; }
small { color: var(--soft); font-weight: 400; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--paper); padding: .5rem 1rem; }

.top { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .25rem 2rem; align-items: center; padding: .7rem clamp(1rem, 4vw, 2.5rem); background: var(--ground); border-bottom: 1px solid var(--line); }
.top nav { display: flex; gap: 1.4rem; }
@media (min-width: 32rem) { .top nav { margin-left: auto; } }
.top nav a { color: var(--soft); text-decoration: none; padding: .25rem 0; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--ink); }
.top nav a[aria-current] { color: var(--ink); border-color: var(--lamp); }
.mark { display: flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 650; font-size: 1.1rem; text-decoration: none; }
.mark svg path { fill: none; stroke: var(--accent); stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round; }
.mark .lit { fill: var(--lamp); } .mark .unlit { fill: var(--line); }

.start main { max-width: 60rem; margin: 0 auto; padding: clamp(2rem, 6vw, 4.5rem) clamp(1rem, 4vw, 2.5rem) 4rem; }
.start section { margin-bottom: 3rem; }
.hero { position: relative; }
.hero h1 { max-width: 24ch; }
.house { display: none; }
@media (min-width: 56rem) {
  .hero { padding-right: 21rem; }
  .house { display: block; position: absolute; right: 0; top: -1rem; width: 19rem; }
}
.house path { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
.house .roof, .house .wall { stroke: var(--ink); } .house .ground { stroke: var(--line); }
.house .panels { fill: var(--accent); opacity: .85; } .house .lit { fill: var(--lamp); } .house .unlit { fill: var(--line); }
.house .blind { stroke: var(--soft); stroke-width: 4; } .house .warm { stroke: var(--bad); stroke-width: 8; } .house .door { fill: var(--accent); }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.2rem; margin: 0 0 1.6rem; }
.facts dt { font-size: .85rem; color: var(--soft); } .facts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.go { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
.button, button { display: inline-block; font: inherit; font-weight: 600; padding: .5rem 1.1rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); text-decoration: none; cursor: pointer; }
.button:hover, button:hover { filter: brightness(1.08); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12.5rem), 1fr)); gap: 1rem; list-style: none; margin: 0; padding: 0; }
.cards li, article, .sign-in { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.25rem; }
.cards p { margin: .4rem 0 0; } .cards p:last-child { color: var(--soft); } .cards code { color: var(--accent); }

.code, output { display: block; margin: 0; padding: .9rem 1.1rem; overflow: auto; border-radius: 10px; background: var(--tint); font: .87rem/1.55 var(--mono); white-space: pre; }
.code code { font-size: 1em; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: .85rem; font-weight: 500; color: var(--soft); }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { width: 11rem; font-weight: 600; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 82rem; margin: 0 auto; }
.columns main { min-width: 0; padding: clamp(1.5rem, 4vw, 3rem) clamp(1rem, 4vw, 2.5rem) 5rem; max-width: 56rem; }
.calls { display: none; padding: 2rem 1rem 2rem 2.5rem; font-size: .92rem; }
.calls h2 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.2rem 0 .3rem; }
.calls ul { list-style: none; margin: 0; padding: 0; }
.calls a { display: block; padding: .16rem 0; color: var(--ink); text-decoration: none; font-family: var(--mono); font-size: .88em; }
.calls a:hover { color: var(--accent); text-decoration: underline; }
@media (min-width: 62rem) {
  .columns { grid-template-columns: 16rem minmax(0, 1fr); }
  .calls { display: block; position: sticky; top: 3.6rem; align-self: start; max-height: calc(100vh - 3.6rem); overflow-y: auto; }
}
.lead { font-size: 1.1rem; }
.rules { padding-left: 1.1rem; margin: 0 0 1.8rem; } .rules li { margin-bottom: .3rem; }
.group { margin-top: 2.8rem; }
.group > p { color: var(--soft); }
article { margin-top: 1.1rem; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
article h3 { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center; margin-bottom: .5rem; font-family: var(--mono); }
article h3 a { color: inherit; text-decoration: none; } article h3 a:hover { text-decoration: underline; }
.tag { font: 500 .78rem/1 system-ui, sans-serif; padding: .32em .65em; border-radius: 99px; border: 1px solid var(--line); color: var(--soft); }
.tag.write { border-color: var(--lamp); color: var(--ink); }
.none { color: var(--soft); }
.fields { margin: 0; } .fields div { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: 1rem; padding: .15rem 0; } .fields dd { margin: 0; }
.errors { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; list-style: none; margin: 0 0 1.1rem; padding: 0; font-size: .92rem; }
.errors code { font-weight: 600; color: var(--bad); }

.sign-in { display: flex; flex-wrap: wrap; gap: .8rem 1rem; align-items: end; }
.sign-in[hidden], .try[hidden] { display: none; }
.sign-in h2 { width: 100%; margin: 0; font-size: 1.05rem; } .sign-in p { margin: 0; min-height: 1.6em; }
label { display: block; font-size: .9rem; color: var(--soft); }
input, textarea { display: block; width: 100%; margin-top: .25rem; padding: .45rem .7rem; font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--soft); border-radius: 8px; }
textarea { font: .87rem/1.5 var(--mono); resize: vertical; }
.try { display: grid; gap: .7rem; margin-top: 1rem; justify-items: start; }
.try label { width: 100%; } .try output { width: 100%; max-height: 24rem; border-left: 4px solid var(--good); white-space: pre-wrap; overflow-wrap: anywhere; } .try output.bad { border-color: var(--bad); }
.try output:empty { display: none; }
.good { color: var(--good); } .bad { color: var(--bad); } output.good, output.bad { color: var(--ink); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .top, .calls, .sign-in, .try { display: none; } article { break-inside: avoid; } }
`;
