/** A home with something of everything, the commands with a terminal that is written down, and whole databases to compare. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import type { StoredFiles } from '#subjects/bills/service/documents/index.ts';
import type { SeededHome } from '../testing/seed.ts';
import type { Stage } from '../testing/stage.ts';
import type { Terminal } from './terminal.ts';

export interface Ran {
  readonly code: number;
  readonly said: string;
  readonly bars: readonly string[];
}

type Command = (args: string[], env: NodeJS.ProcessEnv, terminal: Terminal) => Promise<number>;

export const run = async (
  command: Command,
  args: string[],
  env: Record<string, string>,
  answer: boolean | null = null,
): Promise<Ran> => {
  const [said, bars]: [string[], string[]] = [[], []];
  const code = await command(args, env, {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    progress: (line) => bars.push(line),
    ask: async () => answer,
    askSecret: async () => null,
  });
  return { code, said: said.join('\n'), bars };
};

/** Every row of every table that is not PostgreSQL's own, as text, generated columns too. */
export const rowsOf = async (ownerUrl: string): Promise<Map<string, string[]>> => {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
    const rows = new Map<string, string[]>();
    for (const { name } of tables) {
      const found = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t order by 1`);
      rows.set(
        name,
        found.map(({ row }) => row),
      );
    }
    return rows;
  } finally {
    await sql.end();
  }
};

const daySeconds = 86_400;
const strange = 'tab\t, line\nend, back\\slash, \\N, quote " \' and \\., हिन्दी, 🚰';

export interface FullHome extends SeededHome {
  readonly power: string;
  readonly documentVersion: string;
  /** Sends the next hour's counter value: one more kWh. */
  sendOne(): Promise<void>;
}

export const fullHome = async (stage: Stage, files: Pick<StoredFiles, 'put'>): Promise<FullHome> => {
  const { owner } = stage.seed;
  const home = await stage.seed.home('Europe/Madrid');
  const [power, water] = [
    await home.device(strange, 'kitchen', 'electricity'),
    await home.device('Tap', 'bathroom', 'water'),
  ];
  const today = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds;
  const from = today - 5 * daySeconds;
  const minutes = Array.from({ length: 5 * 96 + 1 }, (_, i) => from + i * 900);
  await stage.send(
    home,
    minutes.flatMap((at, i) => [
      { meter: power.key, at, value: 1_000_000 + i * 137 },
      { meter: water.key, at, value: 50_000 + i * 900, spanS: 900 },
    ]),
  );
  await closeDays(stage.sql, from + 2 * daySeconds, new AbortController().signal);
  const plan = {
    name: 'दर · tarifa',
    utility: 'electricity',
    currency: 'EUR',
    unit: 'kWh',
    charges: [{ id: 'use', kind: 'use', rate: '0.123456' }],
  };
  await owner`insert into tariffs (household_id, utility, valid_from, currency, plan, written)
    values (${home.household}, 'electricity', '2026-01-01', 'EUR', ${owner.json(plan)}, ${strange})`;
  await owner`insert into price_points (household_id, series, starts_at, step_s, price)
    values (${home.household}, 'spot', '2026-01-01T00:00:00Z', 900, -0.012345678)`;
  await owner`insert into outdoor_temperatures (household_id, day, tenths) values (${home.household}, '2026-01-01', -123)`;
  await owner`insert into cost_policies (household_id, fixed, common, common_rooms)
    values (${home.household}, 'evenly', 'by-use', array[${strange}, 'Hall, upstairs'])`;
  await owner`insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
    values (${home.household}, ${home.userId}, '2026-01-01', '2026-02-01', 'EUR', 30.3,
      '{"electricity": {"used": 1, "estimated": 0, "cost": "20.2"}, "water": {"used": 1, "estimated": 0, "cost": "10.1"}}')`;
  await stage.sql`select * from private.community_publish_once(${randomUUID()}, ${home.userId}, 'address', 'discussion', 'A drop saved',
    ${strange}, null, null, null, null, 'en')`;
  const documentVersion = randomUUID();
  await files.put(documentVersion, [Buffer.from(`%PDF-1.7\n${strange.repeat(30_000)}`)] as never);
  await owner`insert into storage.objects (bucket_id, name, version, metadata)
    values ('bills', ${`${home.household}/january.pdf`}, ${documentVersion}, ${owner.json({ size: 1 })})`;
  let sent = 0;
  return {
    ...home,
    power: power.key,
    documentVersion,
    sendOne: async () => {
      sent += 1;
      await stage.send(home, [{ meter: power.key, at: today + sent, value: 1_065_760 + sent * 1000 }]);
    },
  };
};
