/** What came of the requests: counts by door, the slowest, and each fault once with a request that repeats it. */
import type { Answered, Asked } from './send.ts';
import type { Victim } from '../../supabase/tests/cross-household/victim.ts';

export interface Fault {
  readonly kind: string;
  count: number;
  readonly asked: Asked;
  readonly said: string;
}

const slowest = 10;
export const slowMs = 2000;
const maxShown = 4000;

const idLike = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const marked = /mark-[0-9a-f-]{36}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|Secret of Ada/g;

/** What of the other home's the answer gives away, or null. */
export const leakOf = (
  asked: Asked,
  { status, body }: Answered,
  victim: Victim,
  secrets: ReadonlySet<string>,
): string | null => {
  for (const [found] of body.matchAll(marked))
    if (secrets.has(found) || found === 'Secret of Ada') return `the answer holds ${found}`;
  const isGood = status >= 200 && status < 300;
  if (isGood && body.includes(`"household_id":"${victim.household}"`)) return 'a row of the other household';
  if (isGood && asked.sender.startsWith('forged') && /^\/(api\/v1\/account|storage\/v1\/object\/)/.test(asked.path))
    return 'a forged token is taken';
  return null;
};

/** Enough to send it again by hand. */
export const shown = ({ index, door, sender, method, path, headers, body, raw }: Asked): string =>
  JSON.stringify({
    index,
    door,
    sender,
    ...(raw
      ? { bytes: raw.toString('latin1').slice(0, maxShown) }
      : { method, path: path.slice(0, maxShown), headers }),
    ...(body !== undefined && {
      body: body.slice(0, maxShown),
      ...(body.length > maxShown && { bodyLength: body.length }),
    }),
  });

const template = ({ door, method, path }: Asked): string =>
  door === 'mqtt' || path === ''
    ? door
    : `${method} ${(path.split('?')[0] ?? '').replace(idLike, '…').replace(/\d+/g, 'n').split('/').slice(0, 6).join('/').slice(0, 80)}`;

const saidIn = (body: string): string => body.replace(idLike, '…').replace(/\d+/g, 'n').slice(0, 160);

export const createReport = () => {
  const doors = new Map<string, { count: number; statuses: Record<string, number>; ms: number[] }>();
  const faults = new Map<string, Fault>();
  const slow: { ms: number; asked: Asked }[] = [];
  const senders: Record<string, number> = {};

  return {
    faults,
    slow,
    tell: (kind: string, asked: Asked, said: string): void => {
      const key = `${kind} | ${template(asked)} | ${saidIn(said)}`;
      const known = faults.get(key);
      if (known) known.count += 1;
      else faults.set(key, { kind, count: 1, asked, said });
    },
    count: (asked: Asked, { status, ms }: Answered): void => {
      const door = doors.get(asked.door) ?? { count: 0, statuses: {}, ms: [] };
      doors.set(asked.door, door);
      const kind = status === 429 ? '429' : status === 0 ? 'none' : `${Math.floor(status / 100)}xx`;
      door.count += 1;
      door.statuses[kind] = (door.statuses[kind] ?? 0) + 1;
      // A thousand of each, so that the run itself does not grow.
      if (door.ms.length < 1000) door.ms.push(ms);
      else door.ms[(door.count * 7919) % 1000] = ms;
      const name = asked.sender.replace(/^forged.*/, 'forged');
      senders[name] = (senders[name] ?? 0) + 1;
      if (slow.length >= slowest && ms <= (slow.at(-1)?.ms ?? 0)) return;
      slow.push({ ms, asked });
      slow.sort((a, b) => b.ms - a.ms);
      slow.length = Math.min(slow.length, slowest);
    },
    print: (): void => {
      console.table(
        [...doors].map(([door, { count, statuses, ms }]) => {
          const sorted = [...ms].sort((a, b) => a - b);
          const at = (share: number): number => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
          return { door, count, ...statuses, 'p50 ms': at(0.5), 'p99 ms': at(0.99) };
        }),
      );
      console.log(`senders ${JSON.stringify(senders)}`);
      console.log('the slowest:');
      for (const { ms, asked } of slow) console.log(`  ${Math.round(ms)} ms ${shown(asked).slice(0, 700)}`);
      for (const { kind, count, asked, said } of faults.values())
        console.log(`FAULT ${kind}, ${count} times\n  asked ${shown(asked)}\n  said ${said.slice(0, 600)}`);
    },
  };
};
