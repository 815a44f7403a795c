/** Who uses a service under its design load: meters, open Dashboards, people who ask. Each minds its own pace until it is told to stop. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import type { LoadedHome } from './homes.ts';

export interface Figures {
  acknowledged: number;
  /** From the moment at which a device sends to the acknowledgement, which comes when it is stored. */
  readonly lagsMs: number[];
  /** All that a Dashboard asks for, each question by itself. */
  readonly dashboardMs: number[];
  readonly assistantMs: number[];
  /** What open pages were told. */
  events: number;
  readonly errors: string[];
}

export const newFigures = (): Figures => ({
  acknowledged: 0,
  lagsMs: [],
  dashboardMs: [],
  assistantMs: [],
  events: 0,
  errors: [],
});

const minuteMs = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** The body, and how long it took; a stream is heard piece by piece. */
const call = (
  base: string,
  path: string,
  token: string,
  { body, signal, heard }: { body?: object; signal?: AbortSignal; heard?: (text: string) => void } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const text = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request(
      new URL(path, base),
      {
        agent: heard ? new Agent() : agent,
        method: text === undefined ? 'GET' : 'POST',
        headers,
        ...(signal && { signal }),
      },
      (response) => {
        response.setEncoding('utf8');
        let all = '';
        response.on('data', (piece: string) => (heard ? heard(piece) : (all += piece)));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode < 300) resolve(performance.now() - begun);
          else reject(new Error(`${path}: ${statusCode} ${all.slice(0, 200)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });

/** Each meter at a moment of its own in the minute, a little early or late each time. */
const eachMinute = async (stop: AbortSignal, phase: number, once: () => Promise<void>): Promise<void> => {
  const begin = performance.now() + phase * minuteMs;
  for (let turn = 0; !stop.aborted; turn += 1) {
    const due = begin + (turn + (Math.random() - 0.5) * 0.1) * minuteMs;
    await pause(Math.max(0, due - performance.now()), undefined, { signal: stop }).catch(() => {});
    if (!stop.aborted) await once();
  }
};

const counted = async (figures: Figures, work: () => Promise<number>): Promise<void> => {
  try {
    figures.lagsMs.push(await work());
    figures.acknowledged += 1;
  } catch (error) {
    figures.errors.push((error as Error).message);
  }
};

/** Counts on from beyond what its past may have told. */
const begin = 1_000_000;

const overHttp = (home: LoadedHome, base: string, figures: Figures, stop: AbortSignal): Promise<unknown> =>
  Promise.all(
    home.keys.map((meter, i) => {
      let value = begin;
      return eachMinute(stop, Math.random(), () => {
        value += 1 + i;
        const body = { readings: [{ meter, at: new Date().toISOString(), value }] };
        return counted(figures, () => call(base, '/api/v1/readings', home.token, { body }));
      });
    }),
  );

const byMqtt = async (home: LoadedHome, port: number, figures: Figures, stop: AbortSignal): Promise<void> => {
  // Not all at once: homes come back one after the other, too.
  await pause(Math.random() * 20_000, undefined, { signal: stop }).catch(() => {});
  if (stop.aborted) return;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'home', password: home.token });
  client.on('error', (error) => void figures.errors.push(`MQTT: ${error.message}`));
  client.on('close', () => !stop.aborted && figures.errors.push('MQTT: a connection was closed'));
  await Promise.all(
    home.keys.map((_, i) => {
      let wh = begin;
      return eachMinute(stop, Math.random(), () => {
        wh += 1 + i;
        const message = JSON.stringify({ ENERGY: { Total: wh / 1000 } });
        return counted(figures, async () => {
          const sentAt = performance.now();
          await client.publishAsync(`tele/plug-${i}/SENSOR`, message, { qos: 1 });
          return performance.now() - sentAt;
        });
      });
    }),
  );
  await client.endAsync(true);
};

export const deviceLoad = (
  home: LoadedHome,
  to: { base: string; mqttPort: number },
  figures: Figures,
  stop: AbortSignal,
): Promise<unknown> =>
  home.byMqtt ? byMqtt(home, to.mqttPort, figures, stop) : overHttp(home, to.base, figures, stop);

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const instant = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString();

/** As the page asks, by the subjects' own contracts. */
const questions = (household: string): Record<'first' | 'again', string[]> => {
  const usage = (bucket: string, from: string, to: string, by = '') =>
    `/api/v1/usage?${new URLSearchParams({ household, bucket, from, to, ...(by && { by }) }).toString()}`;
  const days = usage('day', day(-14), day(2), 'room,device');
  const recent = usage('5m', instant(3 * 3_600_000), instant(-300_000));
  const hours = usage('hour', instant(9 * 86_400_000), instant(-300_000));
  const months = usage('month', `${day(-365).slice(0, 7)}-01`, day(2));
  return { first: [`/api/v1/usage/latest?household=${household}`, days, hours, recent, months], again: [days, recent] };
};

const refetchEveryMs = 20_000;

/** Open pages: all figures at first and after each reload, sums again when readings came, at most every 20 s. */
export const openDashboards = (
  base: string,
  homes: readonly LoadedHome[],
  figures: Figures,
  stop: AbortSignal,
): Promise<void>[] =>
  homes.map(async ({ household, session }) => {
    const token = session as string;
    let hasNews = false;
    const heard = (text: string): void => {
      const events = text.split('event: ').length - 1;
      figures.events += events;
      hasNews ||= events > 0;
    };
    const fail = (error: unknown): void => void (stop.aborted || figures.errors.push((error as Error).message));
    const stream = call(base, `/api/v1/usage/stream?household=${household}`, token, { heard, signal: stop }).then(
      () => fail(new Error('a stream ended')),
      fail,
    );
    const askAll = (paths: readonly string[]): Promise<unknown> =>
      Promise.all(paths.map((path) => call(base, path, token).then((ms) => void figures.dashboardMs.push(ms), fail)));
    await pause(Math.random() * refetchEveryMs, undefined, { signal: stop }).catch(() => {});
    for (let turn = 0; !stop.aborted; turn += 1) {
      // Somebody reloads the page every five minutes.
      if (turn % 15 === 0) await askAll(questions(household).first);
      else if (hasNews) await askAll(questions(household).again);
      hasNews = false;
      await pause(refetchEveryMs, undefined, { signal: stop }).catch(() => {});
    }
    await stream;
  });

/** One question after the other, each answer heard to its end: by the provider, and by ourselves. */
export const ask = async (
  base: string,
  { session }: LoadedHome,
  figures: Figures,
  stop: AbortSignal,
): Promise<void> => {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const text = turn % 2 === 0 ? 'tell me a story about the day' : 'how much electricity did we use yesterday';
    let all = '';
    await call(base, '/api/v1/assistant', session as string, {
      body: { text, language: 'en' },
      heard: (piece) => (all += piece),
    }).then(
      (ms) => {
        figures.assistantMs.push(ms);
        if (!all.includes('event: end')) figures.errors.push(`the assistant ended with ${all.slice(-200)}`);
      },
      (error: unknown) => void figures.errors.push((error as Error).message),
    );
    await pause(1_000, undefined, { signal: stop }).catch(() => {});
  }
};
