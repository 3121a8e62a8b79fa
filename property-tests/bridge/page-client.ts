import { request } from 'node:http';

/** What the setup page answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A browser without any of a browser's manners. */
export const pageClient = (base: string) => {
  const raw = (path: string, method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${base}${path}`, { method, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sent.on('error', reject).end(body);
    });

  const formToken = async (): Promise<string> => /name="form" value="([^"]+)"/.exec((await raw('/')).text)?.[1] ?? '';

  const submit = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    raw(
      path,
      'POST',
      { 'content-type': 'application/x-www-form-urlencoded', origin: base, ...headers },
      new URLSearchParams({ form: await formToken(), ...fields }).toString(),
    );

  return { raw, submit, formToken };
};
