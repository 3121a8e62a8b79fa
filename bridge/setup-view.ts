import type { Controller } from './controller.ts';
import { LIMITS } from './limits.ts';
import { html, type Markup } from './markup.ts';

/** What the page shows. Tokens are not among it. */
export interface View {
  readonly controllers: readonly Pick<Controller, 'name' | 'address' | 'fingerprint'>[];
  readonly selected: string | undefined;
  /** The file cannot be read: nothing can be changed until it is mended. */
  readonly fault?: string;
  /** What has been done. */
  readonly note?: string;
  /** What could not be done, and in which field the reason lies. */
  readonly error?: { readonly text: string; readonly field?: Field };
  /** What was typed, to be mended rather than typed again. */
  readonly typed?: Partial<Record<Field, string>>;
  /** A certificate that waits to be compared. */
  readonly unconfirmed?: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    readonly seen: string;
  };
  /** Shows that a form comes from this page. */
  readonly formToken: string;
}

export type Field = 'name' | 'address' | 'token' | 'fingerprint';

export const page = (view: View): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${view.error === undefined ? '' : 'Not done: '}Controllers – Twinhaus bridge</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><h1>Controllers</h1>
<p>Assistants on this computer work with the controllers listed here.</p></header>
<main>
${said(view)}
${view.unconfirmed === undefined ? html`${list(view)}${add(view)}` : confirm(view.unconfirmed, view.formToken)}
</main>
</body>
</html>
`.text
  }`;

/** Has the focus, so that it is the first thing that is read out. */
const said = ({ note, error, fault }: View): Markup => html`<div role="status" aria-live="polite">${
  note === undefined ? undefined : html`<p class="note" tabindex="-1" autofocus>${note}</p>`
}</div>
<div role="alert">${error === undefined ? undefined : html`<p class="error" id="error"${error.field === undefined ? html` tabindex="-1" autofocus` : ''}>${error.text}</p>`}${
  fault === undefined ? undefined : html`<p class="error">${fault}</p>`
}</div>`;

const list = (view: View): Markup => html`<section aria-labelledby="list-heading">
<h2 id="list-heading">Your controllers</h2>
${
  view.controllers.length === 0
    ? html`<p>None yet. Add the first one below.</p>`
    : html`<ul>${view.controllers.map((controller) => entry(controller, view))}</ul>
<p class="hint">Selecting one applies to the assistant that has opened this page, if one has, and to those that start from now on. Other assistants keep what they have selected.</p>`
}
</section>`;

const entry = ({ name, address, fingerprint }: View['controllers'][number], view: View): Markup => {
  const mine = name === view.selected;
  const hidden = html`<input type="hidden" name="form" value="${view.formToken}"><input type="hidden" name="name" value="${name}">`;
  const whose = html`<span class="aside"> ${name}</span>`;
  return html`<li${mine ? html` aria-current="true"` : ''}>
<h3>${name}${mine ? html` <span class="mark">selected</span>` : ''}</h3>
<p><code>${address}</code></p>
${fingerprint === undefined ? '' : html`<p class="hint">Certificate <code class="long">${fingerprint}</code></p>`}
<div class="row">
${mine ? '' : html`<form method="post" action="/select">${hidden}<button>Select${whose}</button></form>`}
<details><summary>Rename${whose}</summary><form method="post" action="/rename">${hidden}
<label>New name <input name="to" value="${name}" required maxlength="${LIMITS.nameLength.value}" autocomplete="off"></label> <button>Rename${whose}</button></form></details>
<details><summary>New token${whose}</summary><form method="post" action="/token">${hidden}
<label>New token <input name="token" type="password" required autocomplete="off" spellcheck="false"></label> <button>Test and keep${whose}</button></form></details>
<details><summary>Remove${whose}</summary><form method="post" action="/remove">${hidden}
<p>Its address and token are deleted from this computer. The controller itself stays as it is.</p>
<button class="danger">Remove${whose} for good</button></form></details>
</div>
</li>`;
};

const add = ({ typed = {}, error, formToken }: View): Markup => {
  const state = (field: Field) =>
    error?.field === field
      ? html` aria-invalid="true" aria-describedby="error ${field}-hint" autofocus`
      : html` aria-describedby="${field}-hint"`;
  return html`<section aria-labelledby="add-heading">
<h2 id="add-heading">Add a controller</h2>
<form method="post" action="/add" class="stacked">
<input type="hidden" name="form" value="${formToken}">
<label for="name">Name</label>
<input id="name" name="name" required maxlength="${LIMITS.nameLength.value}" autocomplete="off" value="${typed.name ?? ''}"${state('name')}>
<p class="hint" id="name-hint">What you call it in front of an assistant, such as “home”.</p>
<label for="address">Address</label>
<input id="address" name="address" required autocomplete="off" inputmode="url" spellcheck="false" value="${typed.address ?? ''}"${state('address')}>
<p class="hint" id="address-hint">Such as <code>http://192.168.1.20/mcp</code>; the host alone is enough.</p>
<label for="token">MCP token</label>
<input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"${state('token')}>
<p class="hint" id="token-hint">The controller’s configuration interface makes one. It is kept on this computer and not shown again.</p>
<label for="fingerprint">Certificate fingerprint (optional)</label>
<input id="fingerprint" name="fingerprint" autocomplete="off" spellcheck="false" value="${typed.fingerprint ?? ''}"${state('fingerprint')}>
<p class="hint" id="fingerprint-hint">For https only: SHA-256. If you leave it empty, you are shown the one that is seen.</p>
<button>Test and add</button>
</form>
</section>`;
};

const confirm = ({ id, name, address, seen }: NonNullable<View['unconfirmed']>, formToken: string): Markup =>
  html`<section aria-labelledby="confirm-heading">
<h2 id="confirm-heading" tabindex="-1" autofocus>Is this the certificate of “${name}”?</h2>
<p>At <code>${address}</code> a certificate is shown with the SHA-256 fingerprint</p>
<p><code class="long">${seen}</code></p>
<p>Compare it with the one that the controller itself names. The token has not been sent yet.</p>
<div class="row">
<form method="post" action="/confirm"><input type="hidden" name="form" value="${formToken}"><input type="hidden" name="id" value="${id}"><button>It is the same: test and add</button></form>
<a href="/">No, do not add it</a>
</div>
</section>`;
