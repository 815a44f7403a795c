/** Load: closed loops of keep-alive connections; wrk where the machine has it, else autocannon. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: string;
  /** The backend's public key, for its table API. */
  readonly apikey?: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/** Once more when the server closed an idle connection at the same moment. */
export const send = (base: string, call: Call): Promise<string> =>
  sendOnce(base, call).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
    return sendOnce(base, call);
  });

const sendOnce = (base: string, call: Call): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = http.request(
      new URL(call.path, base),
      {
        agent,
        method: call.method,
        headers: {
          ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
          ...(call.apikey === undefined ? {} : { apikey: call.apikey }),
          ...(call.body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(call.body) } : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${call.method} ${call.path}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      },
    );
    request.on('error', reject);
    request.end(call.body);
  });

/** Sends every call over `connections` loops; answers seconds. */
export const sendAll = async (base: string, calls: Iterator<Call>, connections: number): Promise<number> => {
  const begun = performance.now();
  const loop = async (): Promise<void> => {
    for (let next = calls.next(); !next.done; next = calls.next()) await send(base, next.value);
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return (performance.now() - begun) / 1000;
};

/** On a slow machine an answer may take long; that is a figure, and no fault. */
const patienceS = 60;

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'wattershed-bench-'));

const byWrk = (base: string, calls: readonly Call[], connections: number, seconds: number): number => {
  const quote = (text: string): string => `[==[${text}]==]`;
  const list = calls.map(
    (call) =>
      `{${quote(call.method)},${quote(call.path)},{["authorization"]=${quote(`Bearer ${call.token}`)},["content-type"]="application/json"},${call.body ? quote(call.body) : 'nil'}}`,
  );
  const script = join(folder, 'calls.lua');
  // One loader function a call: Lua holds at most 65536 constants in a function.
  writeFileSync(
    script,
    `local calls = {}
${list.map((item, i) => `(function() calls[${i + 1}] = ${item} end)();`).join('\n')}
local n = 0
function request() n = n + 1 local c = calls[(n - 1) % #calls + 1] return wrk.format(c[1], c[2], c[3], c[4]) end
function done(s, l, r) io.write(string.format("RESULT %d %d %d\\n", s.requests, s.duration, s.errors.status + s.errors.timeout + s.errors.read)) end`,
  );
  // While wrk runs nothing here hears that a server closes what was idle.
  agent.destroy();
  const { stdout, stderr } = spawnSync(
    'wrk',
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${patienceS}s`, '-s', script, base],
    {
      encoding: 'utf8',
    },
  );
  const [, requests, micros, errors] = /RESULT (\d+) (\d+) (\d+)/.exec(stdout) ?? [];
  if (!requests || errors !== '0') throw new Error(`wrk: ${errors} errors\n${stdout}${stderr}`);
  return Number(requests) / (Number(micros) / 1e6);
};

const byAutocannon = async (
  base: string,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<number> => {
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    timeout: patienceS,
    requests: calls.map((call) => ({
      method: call.method,
      path: call.path,
      headers: { authorization: `Bearer ${call.token}`, 'content-type': 'application/json' },
      ...(call.body ? { body: call.body } : {}),
    })),
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`autocannon: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.total / result.duration;
};

/** Requests a second over `seconds`. */
export const rate = async (
  base: string,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<number> =>
  hasWrk ? byWrk(base, calls, connections, seconds) : byAutocannon(base, calls, connections, seconds);

// How long questions of a page take over HTTP, asked by a guest of the demo household.

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
