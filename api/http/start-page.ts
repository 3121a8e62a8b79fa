import { type Html, html } from './html.ts';
import { frame } from './page-frame.ts';

/** What the pages say about the controller that they are on. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** One or two sentences: what runs here. */
  readonly means: string;
  /** What somebody may want to know at a glance, such as the scenario and its seed. */
  readonly facts?: readonly { readonly label: string; readonly text: string }[];
  /** Accounts that everybody may know, because the house is simulated. */
  readonly accounts?: readonly { readonly username: string; readonly password: string; readonly means: string }[];
  /** Ways in beside the calls over HTTP. */
  readonly ways?: readonly { readonly name: string; readonly address: string; readonly means: string }[];
}

/** The page at `/`: what runs here, and where to go from it. `origin` is where the reader has it from. */
export const startPage = (about: About, origin: string): string =>
  frame({
    title: about.name,
    name: about.name,
    version: about.version,
    here: 'start',
    body: html`<main id="content">
<section class="hero">
${HOUSE}
<h1>${about.means}</h1>
${facts(about.facts ?? [])}
<p class="go"><a class="button" href="/docs">Look at the interface</a> <a href="/api/v1/openapi.json">or take it as OpenAPI 3.1</a></p>
</section>
<section aria-labelledby="ways">
<h2 id="ways">Ways in</h2>
<ul class="cards">
${way('HTTP', `${origin}/api/v1/<call>`, 'Every call as one request, by POST or GET.')}
${(about.ways ?? []).map(({ name, address, means }) => way(name, address, means))}
</ul>
</section>
<section aria-labelledby="first">
<h2 id="first">The first call</h2>
<pre class="code" tabindex="0"><code>${firstCall(about, origin)}</code></pre>
</section>
${accounts(about.accounts ?? [])}
</main>`,
  });

const facts = (rows: NonNullable<About['facts']>): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<dl class="facts">${rows.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;

const way = (name: string, address: string, means: string): Html =>
  html`<li><h3>${name}</h3><p><code>${address}</code></p><p>${means}</p></li>`;

const firstCall = ({ accounts: [account] = [] }: About, origin: string): string =>
  `curl -X POST ${origin}/api/v1/auth \\\n  -H 'auth-username: ${account?.username ?? 'NAME'}' -H 'auth-password: ${account?.password ?? 'PASSWORD'}'`;

const accounts = (rows: NonNullable<About['accounts']>): Html | undefined =>
  rows.length === 0
    ? undefined
    : html`<section aria-labelledby="accounts">
<h2 id="accounts">Accounts for trying</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="accounts"><table>
<thead><tr><th scope="col">User name</th><th scope="col">Password</th><th scope="col">For trying</th></tr></thead>
<tbody>${rows.map(({ username, password, means }) => html`<tr><th scope="row"><code>${username}</code></th><td><code>${password}</code></td><td>${means}</td></tr>`)}</tbody>
</table></div>
</section>`;

/** Two lit windows, solar panels and a door: the house that is simulated. */
const HOUSE = html`<svg class="house" viewBox="0 0 320 270" aria-hidden="true" focusable="false">
<path class="ground" d="M0 262h320"/>
<path class="roof" d="M14 112 160 14l146 98"/><path class="panels" d="m181 39 79 53-15 4-79-53z"/>
<path class="wall" d="M34 104v158h252V104"/>
<path class="lit" d="M58 124h52v44H58zM172 196h42v40h-42z"/><path class="unlit" d="M134 124h52v44h-52zM210 124h52v44h-52zM58 196h76v40H58z"/>
<path class="blind" d="M210 130h52M210 138h52M210 146h52"/><path class="warm" d="M70 228h52"/>
<path class="door" d="M232 188h34v74h-34z"/><path class="unlit" d="M256 226h3v3h-3z"/>
</svg>`;
