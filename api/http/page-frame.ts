import { type Html, html } from './html.ts';

/** Where the style sheet and the script of the pages are. */
export const STYLE_PATH = '/docs/page.css';
export const SCRIPT_PATH = '/docs/try-it.js';

/** A page is made of itself and of two files beside it; it asks nobody else for anything and nobody may frame it. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** Which entry of the navigation this is. */
  readonly here: 'start' | 'docs';
  readonly body: Html;
  readonly script?: boolean;
}

/** What every page has around it. */
export const frame = ({ title, name, version, here, body, script = false }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${STYLE_PATH}">
${script && html`<script src="${SCRIPT_PATH}" defer></script>`}
</head>
<body class="${here}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="mark" href="/">${LOGO}<span>${name}</span> <small>${version}</small></a>
<nav aria-label="Pages">
${entry('/', 'Start', here === 'start')}
${entry('/docs', 'Interface', here === 'docs')}
<a href="/api/v1/openapi.json">OpenAPI</a>
</nav>
</header>
${body}
</body>
</html>
`.text;

const entry = (path: string, label: string, isHere: boolean): Html =>
  isHere ? html`<a href="${path}" aria-current="page">${label}</a>` : html`<a href="${path}">${label}</a>`;

const LOGO = html`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false"><path class="roof" d="M3 15 16 4l13 11"/><path class="wall" d="M7 13v14h18V13"/><rect class="lit" x="11" y="16" width="4" height="4" rx=".6"/><rect class="unlit" x="17" y="16" width="4" height="4" rx=".6"/><rect class="unlit" x="11" y="22" width="4" height="5" rx=".6"/></svg>`;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M7 13v14h18V13M3 15 16 4l13 11" fill="none" stroke="#1f7a6c" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/><rect x="11" y="17" width="5" height="5" rx="1" fill="#f3b53f"/></svg>';
