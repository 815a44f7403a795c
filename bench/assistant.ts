/**
 * How soon the assistant begins to answer, what it adds to a provider's own first token, what a hundred answers at once weigh, and how
 * long everybody else waits while a provider sends far too much:
 * `npx tsx bench/assistant.ts [--rounds=40]`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startService } from '../e2e/support/start-service.ts';
import { chunk, type Reply, startAiProvider } from '#apps/service/testing/ai-provider.ts';
import { guestToken } from './load.ts';
import { option } from './option.ts';

const rounds = option('rounds', 40);
const most = { ownMs: 150, overheadMs: 30, streamsMB: 150, healthMs: 100 };
const streams = 100;
const perGuest = 4;
const providerFirstMs = 40;

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const highest = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

const ask = (url: string, token: string, text: string): Promise<Response> =>
  fetch(`${url}/api/v1/assistant`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, language: 'en' }),
  });

/** Milliseconds until the first words; the rest is read too. */
const firstWords = async (url: string, token: string, text: string): Promise<number> => {
  const begun = performance.now();
  const answer = await ask(url, token, text);
  let took = 0;
  let all = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    all += decoder.decode(bytes, { stream: true });
    if (took === 0 && all.includes('event: text')) took = performance.now() - begun;
  }
  if (took === 0) throw new Error(`no words: ${answer.status} ${all.slice(0, 200)}`);
  return took;
};

const MiB = 1024 * 1024;
const times = function* (count: number, piece: string | Uint8Array): Generator<string | Uint8Array> {
  for (let i = 0; i < count; i += 1) yield piece;
};
// Packed beforehand: the provider and who asks for health share a process here.
const packed = gzipSync(Buffer.alloc(200 * MiB, 'a'), { level: 1 });
/** Each row is read for what it is of. */
const figures = `| Room | kWh |\n|---|---|\n${Array.from({ length: 400 }, (_, i) => `| Kitchen${i} | 12.${i} |\n`).join('')}`;
const floods: readonly (readonly [what: string, reply: () => Reply])[] = [
  ['an ordinary answer', () => ({ text: 'word '.repeat(200), betweenMs: 5 })],
  ['a line of 100 MB', () => ({ pieces: times(1600, Buffer.alloc(64 * 1024, 'a')) })],
  ['100 MB in lines of 128 KiB', () => ({ pieces: times(800, chunk({ reasoning_content: 'a'.repeat(128 * 1024) })) })],
  ['100 MB in words', () => ({ pieces: times(12_000, chunk({ content: 'word ' }).repeat(50)) })],
  ['an answer full of figures', () => ({ text: figures })],
  ['100 MB of empty lines', () => ({ pieces: times(1600, Buffer.alloc(64 * 1024, '\n')) })],
  ['tiny deltas without an end', () => ({ pieces: times(1e6, chunk({ content: '' }).repeat(300)) })],
  [
    '200 MB, packed',
    () => ({
      pieces: [packed],
      headers: { 'content-encoding': 'gzip' },
    }),
  ],
];

/** How long each `/healthz` took while the questions were answered. */
const healthDuring = async (url: string, asked: readonly Promise<Response>[]): Promise<readonly number[]> => {
  const state = { isOver: false };
  const took: number[] = [];
  const answered = Promise.all(asked.map(async (one) => (await one).text())).finally(() => (state.isOver = true));
  while (!state.isOver) {
    const begun = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    took.push(performance.now() - begun);
  }
  await answered;
  return took;
};

const timed = async (once: (i: number) => Promise<number>): Promise<number[]> => {
  for (let i = 0; i < 5; i += 1) await once(i);
  const took = [];
  for (let i = 0; i < rounds; i += 1) took.push(await once(i));
  return took;
};

const megabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

const ownQuestions = [
  '/usage',
  '/billing',
  'how much water did the kitchen use yesterday',
  'why is my bill higher',
  'which room costs most',
  'what is the price of electricity now',
];

const provider = await startAiProvider();
const env = { GUESTS_PER_HOUR: '100', SIGN_UPS_PER_HOUR: '100' };
const own = await startService({ env });
try {
  const token = await guestToken(own.url);
  const table = [];
  for (const text of ownQuestions) {
    const took = await timed(() => firstWords(own.url, token, text));
    table.push({ question: text, 'p50 ms': middle(took).toFixed(1), 'p95 ms': highest(took).toFixed(1) });
  }
  console.table(table);
  const worst = Math.max(...table.map((row) => Number(row['p50 ms'])));
  console.log(`own first words at the middle: ${worst} ms at most (bar ${most.ownMs})`);
} finally {
  await own.stop();
}

const service = await startService({
  env: { ...env, OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${provider.url}/v1`, ASSISTANT_DAILY_QUESTIONS: '100000' },
});
try {
  const tokens = await Promise.all(Array.from({ length: streams / perGuest }, () => guestToken(service.url)));
  const [first = ''] = tokens;
  provider.script({ text: 'It was a calm day at home.', firstMs: providerFirstMs });
  const direct = await timed(async () => provider.firstWords());
  const through = await timed(() => firstWords(service.url, first, 'hello there, how was the day'));
  // A person's first question: once the panel has been opened, which prepares it; and out of the blue.
  const opened: number[] = [];
  const unannounced: number[] = [];
  for (const [i, token] of tokens.slice(1).entries()) {
    if (i % 2 === 0) {
      await fetch(`${service.url}/api/v1/assistant`, { headers: { authorization: `Bearer ${token}` } });
      await pause(500);
    }
    (i % 2 === 0 ? opened : unannounced).push(await firstWords(service.url, token, 'hello there, how was the day'));
  }
  const added = (took: readonly number[]): string => (middle(took) - middle(direct)).toFixed(1);
  console.log(
    `the provider's own first words: ${middle(direct).toFixed(1)} ms; through us ${middle(through).toFixed(1)} ms`,
  );
  console.log(
    `overhead ${added(through)} ms, of a first question ${added(opened)} ms (bar ${most.overheadMs}); without the panel ${added(unannounced)} ms`,
  );

  const idle = megabytes(service.pid);
  provider.script({ text: 'word '.repeat(400), firstMs: providerFirstMs, betweenMs: 25 });
  const running = tokens.flatMap((token) =>
    Array.from({ length: perGuest }, () => ask(service.url, token, 'tell me a long story')),
  );
  const answers = await Promise.all(running);
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, megabytes(service.pid))), 100);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  clearInterval(looking);
  const whole = texts.filter((text) => text.includes('event: end') && !text.includes('event: error')).length;
  console.log(
    `${streams} streams at once: ${whole} whole; ${idle.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most: ${(peak - idle).toFixed(0)} MB more (bar ${most.streamsMB})`,
  );

  for (const [what, reply] of floods) {
    provider.script(reply);
    const asked = tokens.slice(0, perGuest).map((token) => ask(service.url, token, 'tell me a long story'));
    const took = await healthDuring(service.url, asked);
    const [half, most95, longest] = [middle(took), highest(took), Math.max(...took)].map((ms) => ms.toFixed(0));
    console.log(
      `/healthz under ${what}, four at once, ${took.length} times: p50 ${half}, p95 ${most95}, at most ${longest} ms (bar ${most.healthMs})`,
    );
  }
} finally {
  await service.stop();
  await provider.stop();
}
