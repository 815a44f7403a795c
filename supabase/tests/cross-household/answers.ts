/** Sends attempts over real connections, and judges what came back. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Attempt } from './attempts.ts';
import type { Victim } from './victim.ts';

export interface Answer {
  readonly status: number;
  readonly contentRange: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 24 });
const maxBody = 2_000_000;

/** A stream of events is read until its first lines are there: it never ends by itself. */
export const send = async (origin: string, attempt: Attempt): Promise<Answer> => {
  try {
    return await sendOnce(origin, attempt);
  } catch (error) {
    // The service may have ended a kept connection just as it was taken up again.
    if (!/^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return sendOnce(origin, attempt);
  }
};

const sendOnce = (origin: string, { method, path, headers, body }: Attempt): Promise<Answer> =>
  new Promise((resolve, reject) => {
    // Node names no length of its own for a DELETE: the body would be read as the next request.
    const sized = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(`${origin}${path}`, { method, headers: sized, agent, timeout: 120_000 }, (answer) => {
      let text = '';
      const done = () =>
        resolve({
          status: answer.statusCode ?? 0,
          contentRange: answer.headers['content-range'] ?? '',
          headers: answer.headers,
          body: text,
        });
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      answer.setEncoding('utf8').on('data', (part: string) => {
        if (text.length < maxBody) text += part;
        if (!isStream) return;
        done();
        answer.destroy();
      });
      answer.on('end', done).on('close', done);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`))).on('error', reject);
    asked.end(body);
  });

const isNothing = (value: unknown): boolean =>
  value === null || value === 0 || (Array.isArray(value) && value.every(isNothing)) || isEmptyRow(value);
const isEmptyRow = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNothing);

/** Asked for the victim's rows alone, so that any row at all is theirs. */
const asksForThemAlone = ({ path }: Attempt, { household, userId }: Victim): boolean => {
  const conditions = (path.split('?')[1] ?? '').split('&').filter((one) => !/^(select|order|limit|offset)=/.test(one));
  const wanted = [`household_id=eq.${household}`, `user_id=eq.${userId}`];
  return path.startsWith('/rest/v1/') && conditions.length === 1 && wanted.includes(conditions[0] ?? '');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What of the victim's the answer gives away, or null. What the attempt itself said may be said back. */
export const leakIn = (attempt: Attempt, answer: Answer, victim: Victim): string | null => {
  const said =
    decodeURIComponent(attempt.path.replace(/%(?![0-9a-f]{2})/gi, '%25')) +
    (attempt.body ?? '') +
    JSON.stringify(attempt.headers);
  const told = victim.secrets.find((secret) => answer.body.includes(secret) && !said.includes(secret));
  if (told !== undefined) return `the answer holds ${told}`;
  const isGood = answer.status >= 200 && answer.status < 300;
  if (!isGood) return null;
  if (answer.body.includes(`"household_id":"${victim.household}"`)) return 'a row of the household';
  if (attempt.attacker.household === null && /^\/(api\/v1\/account|storage)/.test(attempt.path))
    return 'a forged token is taken';
  if (!/^(GET|HEAD)$/.test(attempt.method) || !asksForThemAlone(attempt, victim)) return null;
  const total = Number(answer.contentRange.split('/')[1]);
  // The planner's guess is never none, and is made without looking at a row.
  const isCounted = String(attempt.headers['prefer']).includes('count=exact');
  if (isCounted && total > 0) return `a count of ${total}`;
  return isNothing(parse(answer.body)) || answer.body === '' ? null : `rows: ${answer.body.slice(0, 200)}`;
};
