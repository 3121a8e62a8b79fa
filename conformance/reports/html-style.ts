/** Looks of the page: light or dark as the reader has it, and plain on paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --soft: #f3f3f1; --line: #d8d8d4;
  --PASS: #1a7f37; --FAIL: #c62828; --WARN: #9a6700; --INCONCLUSIVE: #7a4fb5; --OTHER: #6b6b6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e6; --paper: #161616; --soft: #222; --line: #3a3a38;
  --PASS: #57c271; --FAIL: #ff7b72; --WARN: #e3b341; --INCONCLUSIVE: #c297ff; --OTHER: #a0a0a0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.n { text-align: right; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; }
.findings { padding-left: 1.2rem; } a { color: inherit; } [id] { scroll-margin-top: 4rem; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; } summary { overflow-wrap: anywhere; }
details { margin: .25rem 0; padding: .25rem .5rem; background: var(--soft); border-radius: .25rem; }
summary { cursor: pointer; } code, pre { font: 12.5px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.v { font-weight: 600; color: var(--OTHER); } .v.PASS { color: var(--PASS); } .v.FAIL { color: var(--FAIL); } .v.WARN { color: var(--WARN); } .v.INCONCLUSIVE { color: var(--INCONCLUSIVE); }
.filter { position: sticky; top: 0; background: var(--paper); padding: .5rem 0; } .filter label { margin-right: 1rem; white-space: nowrap; } .filter [type=search] { font: inherit; }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #fff; --line: #bbb;
  --PASS: #1a7f37; --FAIL: #c62828; --WARN: #9a6700; --INCONCLUSIVE: #7a4fb5; --OTHER: #555; }
  body { font-size: 10pt; } h2 { break-after: avoid; } .filter { display: none; } body { max-width: none; margin: 0; } details { background: none; border: 1px solid var(--line); break-inside: avoid; } }
`;

/** Shows what was ticked and has the word; whoever follows a link, or prints, finds what it leads to unfolded. */
export const SCRIPT = `
const boxes = [...document.querySelectorAll('.filter [type=checkbox]')];
const word = document.querySelector('.filter [type=search]');
const rows = [...document.querySelectorAll('details[data-verdict]')].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const show = () => { const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const wanted = word.value.trim().toLowerCase();
  for (const { row, text } of rows) row.hidden = !on.has(row.dataset.verdict) || !text.includes(wanted);
  for (const part of document.querySelectorAll('section')) part.hidden = !part.querySelector('details:not([hidden])');
  document.querySelector('.none').hidden = rows.some(({ row }) => !row.hidden); };
const follow = () => { const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (row && row.tagName === 'DETAILS') { row.open = true; row.hidden = false; row.parentElement.hidden = false; row.scrollIntoView(); } };
for (const box of [...boxes, word]) box.addEventListener('input', show);
document.querySelector('.filter').addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', follow);
addEventListener('beforeprint', () => { for (const { row } of rows) if (['FAIL', 'WARN', 'INCONCLUSIVE'].includes(row.dataset.verdict)) row.open = true; });
show();
follow();
`;
