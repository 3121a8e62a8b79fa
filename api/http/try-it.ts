import type { CallDefinition } from '../call.ts';
import { type Html, html } from './html.ts';
import { exampleInput } from './schema-example.ts';

/** A form that makes the call; hidden until the script is there, because it does nothing without it. */
export const tryIt = (call: CallDefinition): Html | undefined => {
  if (call.session !== undefined) return undefined;
  const input = exampleInput(call.input);
  const lines = JSON.stringify(input, null, 2);
  return html`<form class="try" data-call="${call.name}" hidden>
<label>Parameters of <code>${call.name}</code>, as JSON<textarea name="input" rows="${lines.split('\n').length}" spellcheck="false">${lines}</textarea></label>
<button>Call ${call.name}</button>
<output role="status"></output>
</form>`;
};

/** What makes the forms work. The session stays in this page; it is not stored. */
export const SCRIPT = `'use strict';
{
  let session;
  const ask = async (call, headers, body) => {
    const answer = await fetch('/api/v1/' + call, { method: 'POST', headers, body, credentials: 'omit' });
    const text = await answer.text();
    try {
      return { status: answer.status, body: JSON.parse(text) };
    } catch {
      return { status: answer.status, body: text };
    }
  };
  const utf8 = (text) => String.fromCharCode(...new TextEncoder().encode(text));

  const login = document.querySelector('.sign-in');
  login.hidden = false;
  login.addEventListener('submit', async (event) => {
    event.preventDefault();
    const said = login.querySelector('[role=status]');
    try {
      const { status, body } = await ask('auth', {
        'auth-username': utf8(login.elements.username.value),
        'auth-password': utf8(login.elements.password.value),
      });
      session = status === 200 ? body.sessionID : undefined;
      said.textContent = session ? 'Logged in as ' + login.elements.username.value + '.' : body.errorText + ' (' + body.errorCode + ')';
      said.className = session ? 'good' : 'bad';
      if (session) login.elements.password.value = '';
    } catch (error) {
      said.textContent = 'No answer: ' + error.message;
      said.className = 'bad';
    }
  });

  for (const form of document.querySelectorAll('.try')) {
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const output = form.querySelector('output');
      const headers = { 'content-type': 'application/json' };
      if (session) headers['x-service-sid'] = session;
      try {
        const { status, body } = await ask(form.dataset.call, headers, form.elements.input.value);
        const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
        output.textContent = status + '\\n' + (text.length > 20000 ? text.slice(0, 20000) + '\\n\\u2026' : text);
        output.className = status === 200 ? 'good' : 'bad';
      } catch (error) {
        output.textContent = 'No answer: ' + error.message;
        output.className = 'bad';
      }
    });
  }
}
`;
