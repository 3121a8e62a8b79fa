/** How the setup page looks, by day and by night. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --card: #fff; --ink: #1c1d1f; --quiet: #55585c; --line: #c9cac6;
  --accent: #0b5cad; --on-accent: #fff; --good: #e3f3e6; --good-ink: #14501f; --bad: #fbe6e4; --bad-ink: #8a1c12;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181b; --card: #202327; --ink: #eceded; --quiet: #b0b4b9; --line: #454a50;
    --accent: #7db8f5; --on-accent: #0b1a2a; --good: #17371f; --good-ink: #b5e8bf; --bad: #43201d; --bad-ink: #ffc4bd;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 44rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
main { padding-bottom: 2rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0; }
p { margin: .25rem 0; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
li, .stacked { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
li[aria-current] { border-left: .3rem solid var(--accent); }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; margin-top: .5rem; }
.hint { color: var(--quiet); font-size: .9rem; }
.stacked label { display: block; font-weight: 600; margin-top: .75rem; }
.stacked label:first-of-type { margin-top: 0; }
.stacked input { width: 100%; }
.stacked button { margin-top: 1rem; }
input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .3rem; padding: .45rem .6rem; }
input[aria-invalid] { border: 2px solid var(--bad-ink); }
button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .3rem; padding: .45rem .9rem; cursor: pointer; }
button.danger { color: var(--bad-ink); background: var(--bad); border-color: var(--bad-ink); }
summary, a { color: var(--accent); cursor: pointer; padding: .45rem 0; }
details[open] { flex-basis: 100%; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.mark { font-size: .8rem; font-weight: 600; border: 1px solid var(--accent); color: var(--accent); border-radius: 1rem; padding: .05rem .6rem; }
.note, .error { border-radius: .3rem; padding: .6rem .8rem; margin-top: 1rem; }
.note { background: var(--good); color: var(--good-ink); }
.error { background: var(--bad); color: var(--bad-ink); }
.long { overflow-wrap: anywhere; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
