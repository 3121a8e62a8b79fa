import type { CallDefinition, CallTable } from '../call.ts';
import { errorBody, STATUSES } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type Html, html } from './html.ts';
import { callErrorsOf, GROUPS, LOGIN_ERRORS } from './openapi.ts';
import { frame } from './page-frame.ts';
import { exampleInput } from './schema-example.ts';
import { inWords, isRequired, propertiesOf } from './schema-words.ts';
import type { About } from './start-page.ts';
import { tryIt } from './try-it.ts';

/** The page at `/docs`: every call of the table, readable without a script and usable with it. */
export const referencePage = (calls: CallTable, { name, version }: About, origin: string): string => {
  const groups = GROUPS.map((group) => ({
    ...group,
    calls: [...calls.values()].filter(({ who }) => who === group.who),
  })).filter((group) => group.calls.length > 0);
  return frame({
    title: `${name}: the interface`,
    name,
    version,
    here: 'docs',
    script: true,
    body: html`<div class="columns">
<nav class="calls" aria-label="Calls">
${groups.map(({ tag, calls: rows }) => html`<h2>${tag}</h2><ul>${rows.map((row) => html`<li><a href="#${row.name}">${row.name}</a></li>`)}</ul>`)}
<h2>More</h2><ul><li><a href="#limits">limits</a></li></ul>
</nav>
<main id="content">
<h1>The interface</h1>
${introduction(origin)}
${SIGN_IN}
${groups.map(({ tag, means, calls: rows }) => html`<section class="group"><h2>${tag}</h2><p>${ticked(means)}</p>${rows.map((row) => section(row, origin))}</section>`)}
${LIMITS_TABLE}
</main>
</div>`,
  });
};

const introduction = (
  origin: string,
): Html => html`<p class="lead">Each call is one request: <code>POST ${origin}/api/v1/&lt;call&gt;</code> with its parameters as JSON or as a form, or <code>GET</code> with query parameters. The same calls are events over Socket.io, namespace <code>/api/v1</code>.</p>
<ul class="rules">
<li><strong>Let in</strong> by the headers <code>auth-username</code> and <code>auth-password</code>, or by a session: header, query parameter or cookie <code>x-service-sid</code>.</li>
<li><strong>Refused</strong> with a body <code>{"errorCode", "errorText"}</code>; decide by the code. The text is in the language of <code>accept-language</code>.</li>
<li><strong>Not let in</strong> with status 401, whatever the call: ${LOGIN_ERRORS.map(
  (code, at) => html`${at > 0 && ', '}<code>${code}</code> ${errorBody(code, 'en').errorText.toLowerCase()}`,
)}.</li>
<li>In forms and queries the texts <code>true</code> and <code>false</code> are booleans.</li>
</ul>`;

const SIGN_IN = html`<form class="sign-in" hidden aria-labelledby="sign-in">
<h2 id="sign-in">Try the calls from here</h2>
<label>User name <input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button>
<p role="status"></p>
</form>`;

const section = (call: CallDefinition, origin: string): Html => html`<article id="${call.name}">
<h3><a href="#${call.name}">${call.name}</a> <span class="tag ${call.effect}">${call.effect === 'read' ? 'reads' : 'changes'}</span>${call.local && html` <span class="tag">local network only</span>`}${call.skill !== undefined && html` <span class="tag">skill ${call.skill}</span>`}</h3>
<p>${ticked(call.means)}</p>
${parameters(call)}
<h4>Answer</h4>
${answer(call)}
<h4>Errors</h4>
${errors(call)}
<pre class="code" tabindex="0"><code>${curl(call, origin)}</code></pre>
${tryIt(call)}
</article>`;

const parameters = (call: CallDefinition): Html => {
  const rows = call.session === 'begins' ? LOGIN_HEADERS : parameterRows(call);
  if (rows.length === 0) return html`<p class="none">No parameters.</p>`;
  const isMeant = rows.some(({ means }) => means !== '');
  return html`<div class="wide" tabindex="0" role="region" aria-label="Parameters of ${call.name}"><table>
<thead><tr><th scope="col">${call.session === 'begins' ? 'Header' : 'Parameter'}</th><th scope="col">Takes</th>${isMeant && html`<th scope="col">Means</th>`}</tr></thead>
<tbody>${rows.map(({ name, isNeeded, takes, means }) => html`<tr><th scope="row"><code>${name}</code>${!isNeeded && html` <small>optional</small>`}</th><td>${takes}</td>${isMeant && html`<td>${ticked(means)}</td>`}</tr>`)}</tbody>
</table></div>`;
};

interface ParameterRow {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly takes: string;
  readonly means: string;
}

const parameterRows = ({ input }: CallDefinition): readonly ParameterRow[] =>
  Object.entries(propertiesOf(input)).map(([name, schema]) => ({
    name,
    isNeeded: isRequired(input, name),
    takes: inWords(schema),
    means: schema.description ?? '',
  }));

const LOGIN_HEADERS: readonly ParameterRow[] = [
  { name: 'auth-username', isNeeded: true, takes: 'text', means: 'User name, in UTF-8.' },
  { name: 'auth-password', isNeeded: true, takes: 'text', means: 'Password, in UTF-8; checked on every request.' },
  {
    name: 'auth-persistent',
    isNeeded: false,
    takes: 'true',
    means: 'The session lives for two years from its last use instead of 24 hours.',
  },
];

const answer = ({ output }: CallDefinition): Html => {
  const rows = Object.entries(propertiesOf(output));
  return rows.length === 0
    ? html`<p>${inWords(output)}${output.description && html`: ${ticked(output.description)}`}</p>`
    : html`<dl class="fields">${rows.map(([name, schema]) => html`<div><dt><code>${name}</code></dt><dd>${inWords(schema)}${schema.description && html`. ${ticked(schema.description)}`}</dd></div>`)}</dl>`;
};

const errors = (call: CallDefinition): Html =>
  html`<ul class="errors">${[...callErrorsOf(call)].map(
    (code) =>
      html`<li><code>${code}</code> ${errorBody(code, 'en').errorText} <small>${STATUSES[code].call}</small></li>`,
  )}</ul>`;

const curl = (call: CallDefinition, origin: string): string => {
  const lines = [`curl -X POST ${origin}/api/v1/${call.name}`];
  if (call.session === 'begins') lines.push("-H 'auth-username: NAME' -H 'auth-password: PASSWORD'");
  else {
    lines.push("-H 'x-service-sid: SESSION'");
    const input = exampleInput(call.input);
    if (Object.keys(input).length > 0) lines.push(`-H 'content-type: application/json' -d '${JSON.stringify(input)}'`);
  }
  return lines.join(' \\\n  ');
};

const LIMITS_TABLE = html`<section class="group" aria-labelledby="limits"><h2 id="limits">Limits</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="limits"><table>
<tbody>${Object.values(LIMITS).map(({ value, unit, means }) => html`<tr><td class="number">${value.toLocaleString('en').replaceAll(',', '\u202f')} ${unit}</td><td>${means}</td></tr>`)}</tbody>
</table></div></section>`;

/** Words between backticks are code. */
const ticked = (text: string): readonly (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
