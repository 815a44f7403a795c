/** Batches of readings to the service, tried again while the service is away: a retry counts nothing twice. */
import {
  problem,
  type ReadingsAnswer,
  type ReadingsBody,
  readingsAnswer,
  sendReadings as endpoint,
} from '@wattershed/contracts';

export interface Destination {
  readonly url: string;
  readonly token: string;
}

/** The service refused all of it; the message is for people. */
export class Refused extends Error {}

const attempts = 6;
const retried = new Set([429, 502, 503, 504]);

const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const refusal = async (answer: Response): Promise<Refused> => {
  const parsed = problem.safeParse(await answer.json().catch(() => null));
  return new Refused(parsed.success ? parsed.data.detail : `${answer.url} answered ${answer.status}`);
};

const post = ({ url, token }: Destination, body: string): Promise<Response | Error> =>
  fetch(new URL(endpoint.path, url), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  }).catch(
    (error: Error) =>
      new Error(`${url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`),
  );

export const sendReadings = async (to: Destination, readings: ReadingsBody['readings']): Promise<ReadingsAnswer> => {
  const body = JSON.stringify({ readings });
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(to, body);
    const isLast = attempt === attempts;
    if (answer instanceof Error) {
      if (isLast) throw new Refused(answer.message);
      await wait(0.25 * 2 ** attempt);
    } else if (answer.ok) return readingsAnswer.parse(await answer.json());
    else if (isLast || !retried.has(answer.status)) throw await refusal(answer);
    else await wait(Math.min(Number(answer.headers.get('retry-after')) || 0.25 * 2 ** attempt, 60));
  }
};
