/** How long questions of a page take over HTTP, asked by a guest of the demo household. */
import { randomBytes } from 'node:crypto';

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

export const measure = async (name: string, rounds: number, once: () => Promise<number>) => {
  for (let i = 0; i < 5; i += 1) await once();
  const took: number[] = [];
  let bytes = 0;
  for (let i = 0; i < rounds; i += 1) {
    const begun = performance.now();
    bytes = await once();
    took.push(performance.now() - begun);
  }
  const sorted = took.sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => Number(quantile(sorted, share).toFixed(1)));
  return { question: name, 'p50 ms': p50, 'p95 ms': p95 ?? 0, kB: Number((bytes / 1000).toFixed(1)) };
};

/** A guest sees the demo household. */
export const guestToken = async (url: string): Promise<string> => {
  const config = (await (await fetch(`${url}/api/v1/web-config`)).json()) as { anonKey: string; guestDomain: string };
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: config.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `guest-${randomBytes(8).toString('hex')}@${config.guestDomain}`,
      password: randomBytes(16).toString('hex'),
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};
