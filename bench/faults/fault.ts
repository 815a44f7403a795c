/** What a fault is here: something real is broken while readings come, and it is counted what was acknowledged, what of it is lost, and how long nothing was. */
import type { Sql } from '#kernel/db.ts';

export interface Outcome {
  readonly acknowledged?: number;
  readonly lost?: number;
  /** Until the next reading was acknowledged, from the fault on, or from when what was broken outside was whole again. */
  readonly backMs?: number;
  /** What was to be read meanwhile: by people, programs, or whoever runs it. */
  readonly said: string;
  readonly isPassed: boolean;
}

export interface Fault {
  readonly name: string;
  readonly done: string;
  /** A text: why it cannot be done on this machine. */
  run(): Promise<Outcome | string>;
}

const backWithinMs = 5_000;
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const until = async (isSo: () => Promise<boolean> | boolean, what: string, ms = 60_000): Promise<void> => {
  for (const end = Date.now() + ms; ; await pause(50)) {
    if (
      await Promise.resolve()
        .then(isSo)
        .catch(() => false)
    )
      return;
    if (Date.now() > end) throw new Error(`in ${ms / 1000} s it did not come to: ${what}`);
  }
};

export interface Sender {
  /** The values of which the service has said that it has them. */
  readonly acknowledged: readonly number[];
  /** What it said last where it did not take one: a problem's code, or that there was no answer. */
  refusal(): string;
  /** Until a reading was acknowledged that was sent after that moment. */
  backAfter(moment: number): Promise<number>;
  /** Ends it; those that are acknowledged and not stored. */
  lostOf(sql: Sql, meter: number): Promise<number>;
  stop(): Promise<void>;
}

/** Sends one reading after the other, each until it is acknowledged. */
export const startSender = (
  service: { readonly origin: string },
  { token, key }: { readonly token: string; readonly key: string },
  pauseMs = 10,
): Sender => {
  const acknowledged: number[] = [];
  const times: { sentAt: number; at: number }[] = [];
  const stopping = new AbortController();
  let refusal = '';
  const begin = Math.floor(Date.now() / 1000) - 60_000;

  const sendOnce = async (i: number): Promise<boolean> => {
    const reading = { meter: key, at: new Date((begin + i) * 1000).toISOString(), value: 1_000 + i * 7 };
    const answer = await fetch(`${service.origin}/api/v1/readings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ readings: [reading] }),
      signal: AbortSignal.any([AbortSignal.timeout(20_000), stopping.signal]),
    });
    const body = (await answer.json()) as { code?: string; accepted?: number; duplicate?: number };
    if (answer.ok && (body.accepted ?? 0) + (body.duplicate ?? 0) === 1) return true;
    refusal = `${answer.status} ${body.code ?? JSON.stringify(body)}`;
    return false;
  };
  const run = async (): Promise<void> => {
    for (let i = 0; !stopping.signal.aborted; i += 1) {
      for (;;) {
        const sentAt = Date.now();
        const isTaken = await sendOnce(i).catch((error: unknown) => {
          if (!stopping.signal.aborted)
            refusal = `no answer (${(error as Error).cause ? String((error as { cause: { code?: string } }).cause.code) : (error as Error).name})`;
          return false;
        });
        if (isTaken) {
          acknowledged.push(1_000 + i * 7);
          times.push({ sentAt, at: Date.now() });
          break;
        }
        if (stopping.signal.aborted) return;
        await pause(50);
      }
      await pause(pauseMs);
    }
  };
  const running = run();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  return {
    acknowledged,
    refusal: () => refusal,
    backAfter: async (moment) => {
      await until(() => times.some(({ sentAt }) => sentAt >= moment), 'a reading is acknowledged again', 120_000);
      return (times.find(({ sentAt }) => sentAt >= moment)?.at ?? Infinity) - moment;
    },
    stop,
    lostOf: async (sql, meter) => {
      await stop();
      const rows = await sql<
        { value: number }[]
      >`select value::float8 as value from open_readings where meter_id = ${meter}`;
      const stored = new Set(rows.map(({ value }) => value));
      return acknowledged.filter((value) => !stored.has(value)).length;
    },
  };
};

/** What `/readyz` says: all but what is well. */
export const readinessOf = async (origin: string): Promise<string> => {
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) });
    const { status, parts } = (await answer.json()) as { status: string; parts: Record<string, string> };
    const bad = Object.entries(parts).filter(([, state]) => state === 'down' || state === 'slow');
    return [status, ...bad.map(([name, state]) => `${name} ${state}`)].join(', ');
  } catch {
    return 'no answer';
  }
};

export const isKept = (
  { acknowledged = 0, lost = 0, backMs = 0 }: Partial<Outcome>,
  withinMs = backWithinMs,
): boolean => acknowledged > 0 && lost === 0 && backMs <= withinMs;
