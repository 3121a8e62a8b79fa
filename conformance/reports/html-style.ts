/** Looks of the page: light or dark as the reader has it, and plain on paper. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --soft: #f3f3f1; --line: #d8d8d4;
  --PASS: #1a7f37; --FAIL: #c62828; --WARN: #9a6700; --INCONCLUSIVE: #7a4fb5; --OTHER: #6b6b6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e6; --paper: #161616; --soft: #222; --line: #3a3a38;
  --PASS: #57c271; --FAIL: #ff7b72; --WARN: #e3b341; --INCONCLUSIVE: #c297ff; --OTHER: #a0a0a0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
details { margin: .25rem 0; padding: .25rem .5rem; background: var(--soft); border-radius: .25rem; }
summary { cursor: pointer; } code, pre { font: 12.5px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.v { font-weight: 600; color: var(--OTHER); } .v.PASS { color: var(--PASS); } .v.FAIL { color: var(--FAIL); } .v.WARN { color: var(--WARN); } .v.INCONCLUSIVE { color: var(--INCONCLUSIVE); }
.filter { position: sticky; top: 0; background: var(--paper); padding: .5rem 0; } .filter label { margin-right: 1rem; }
@media print { .filter { display: none; } body { max-width: none; margin: 0; } details { background: none; border: 1px solid var(--line); break-inside: avoid; } }
`;

/** Shows what was ticked; before printing, everything that failed is unfolded. */
export const SCRIPT = `
const boxes = [...document.querySelectorAll('.filter input')];
const show = () => { const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const row of document.querySelectorAll('details[data-verdict]')) row.hidden = !on.has(row.dataset.verdict); };
for (const box of boxes) box.addEventListener('change', show);
addEventListener('beforeprint', () => { for (const row of document.querySelectorAll('details[data-verdict="FAIL"]')) row.open = true; });
show();
`;
