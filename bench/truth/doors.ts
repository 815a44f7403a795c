/** A household with every door of the real service open, on a database of its own. */
import mqtt from 'mqtt';
import { pino } from 'pino';
import { createBrokerRegistry } from '#subjects/hardware/service/broker-registry.ts';
import { startEmbeddedBroker } from '#subjects/hardware/service/embedded-broker.ts';
import type { ImportMapping, ImportOptions, ImportPreview, ImportReport } from '#subjects/readings/contract/imports.ts';
import { startTestService } from '#subjects/readings/service/imports/testing.ts';
import { createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { type Utility, utilityOf } from '#catalogue/index.ts';
import type { Answers, Doors, Mark, Trial } from './trial.ts';

/** What came of a meter. */
interface Got {
  readonly utility: Utility;
  readonly months: Readonly<Record<string, number>>;
  /** The part of it that was spread over a silence, or over more than a row tells. */
  readonly estimated: number;
  readonly shown: number | null;
}

export interface Taken {
  readonly meters: ReadonlyMap<string, Got>;
  /** Of columns of files. */
  readonly marks: ReadonlyMap<string, Mark>;
  readonly utilities: ReadonlyMap<string, Utility>;
}

export interface TruthService {
  take(trial: Trial): Promise<Taken>;
  stop(): Promise<void>;
}

const years = ['2010-01-01', '2027-01-01'] as const;
const log = pino({ level: 'silent' });

export const startTruthService = async (): Promise<TruthService> => {
  const service = await startTestService();
  const { app, database, changes, ingest, seed, now } = service;
  const clock = (): number => now.ms;
  const registry = await createBrokerRegistry({ database, ingest, changes, readHome: null, log, now: clock });
  const tokens = createIngestTokens(database.engine, clock);
  /** The broker hears of new channels in the order in which they are told: once it has heard this, it has heard of all before. */
  let heardAll = (): void => undefined;
  await database.listen('truth_heard', () => heardAll());
  const untilHeard = (): Promise<unknown> => {
    const heard = new Promise<void>((resolve) => (heardAll = resolve));
    return Promise.all([heard, seed.owner`select pg_notify('truth_heard', '')`]);
  };
  const broker = await startEmbeddedBroker({ registry, tokens, log, host: '127.0.0.1', port: 0 });

  const take = async ({ timeZone = 'UTC', give }: Trial): Promise<Taken> => {
    const home = await seed.home(timeZone);
    const person = await service.as(home.userId);
    const marks = new Map<string, Mark>();
    const utilities = new Map<string, Utility>();
    /** What the trial calls a meter, by the key that it has here. */
    const names = new Map<string, string>();
    const keyOf = (name: string): string => [...names].find(([, one]) => one === name)?.[0] ?? name;
    let lastImport = '';

    const publish: Doors['publish'] = async (messages) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
        username: 'home',
        password: home.token,
        reconnectPeriod: 0,
      });
      await Promise.all(
        messages.map(([topic, payload]) =>
          client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 }),
        ),
      );
      await client.endAsync();
      const found = await seed.owner<{ id: string; device: string; part: string }[]>`
        select id, device, part from channels where household_id = ${home.household} and utility is not null and device_id is null
        order by register_of nulls first, id`;
      for (const { id, device, part } of found) {
        const name = `${device} ${part}`.trim();
        await database.engine`select * from private.add_channel(${home.userId}, ${id}, ${name}, 'kitchen')`;
        const [meter] = await seed.owner<{ key: string }[]>`
          select m.key from channels c join meters m on m.id = c.meter_id where c.id = ${id}`;
        names.set(meter?.key ?? '', name);
      }
      await untilHeard();
    };

    await give({
      publish,
      file: async (content, name, answers = {}) => {
        const { body: preview } = await person.preview(content, name);
        if (!preview.suggestion) throw new Error(`${name}: ${preview.detail}`);
        const options = answered(preview, answers);
        const started = await person.start(preview.fileId, options);
        if (started.status !== 202) throw new Error(`${name}: ${started.body.detail}`);
        lastImport = started.body.id;
        const report = await person.finish(lastImport);
        for (const { column, meter } of report.totals) if (!names.has(meter)) names.set(meter, column);
        for (const { column, unit, target } of options.mappings)
          utilities.set(column, 'newDevice' in target ? target.newDevice.utility : utilityOf(unit));
        for (const [column, mark] of marksOf(preview, report)) marks.set(column, mark);
      },
      undo: async () => {
        await person.undo(lastImport);
        await person.finish(lastImport);
      },
      meter: async (key, utility) => {
        const { meterId } = await home.device(key, 'hall', utility);
        await seed.owner`update meters set key = ${key} where household_id = ${home.household} and id = ${meterId}`;
        names.set(key, key);
      },
      rename: async (from, to) => {
        await seed.owner`update connected_devices set name = ${to} where household_id = ${home.household} and id =
          (select device_id from meters where household_id = ${home.household} and key = ${keyOf(from)})`;
      },
      post: async (url, payload) => {
        const type = url.startsWith('/api/v1/readings') || url.startsWith('/api/v1/wmbus') ? 'json' : 'plain';
        const contentType = type === 'json' ? 'application/json' : 'text/plain';
        const headers = { authorization: `Bearer ${home.token}`, 'content-type': contentType };
        return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
      },
      wait: (seconds) => {
        now.ms += seconds * 1000;
      },
    });

    const [{ rows }, latest] = [await person.months(...years), await person.latest()];
    // Where more passes than is drawn, what a device has used is no longer what its meter counted: each flow is told apart.
    const flows = latest.meters.every(({ flow }) => flow === 'drawn')
      ? []
      : (await person.usage('month', ...years, 'flow')).rows;
    const meters = new Map<string, Got>();
    for (const { key, deviceId, utility, flow, lastValue } of latest.meters) {
      const own =
        flows.length === 0
          ? rows.filter((row) => row.deviceId === deviceId)
          : flows.filter((row) => row.flow === flow && row.utility === utility);
      const months = Object.fromEntries(own.map(({ start, used }) => [start.slice(0, 7), used]));
      const estimated = own.reduce((sum, row) => sum + row.estimated, 0);
      meters.set(names.get(key) ?? key, { utility, months, estimated, shown: lastValue });
    }
    return { meters, marks, utilities };
  };

  return {
    take,
    stop: async () => {
      await broker.stop();
      await registry.stop();
      await service.stop();
    },
  };
};

const marksOf = (preview: ImportPreview, report: ImportReport): [column: string, mark: Mark][] => [
  ...(report.isContradicted ? preview.problems : []).flatMap(({ column, code }): [string, Mark][] =>
    code === 'time-twice' ? [[column, 'asked']] : [],
  ),
  ...report.problems.flatMap(({ column, code }): [string, Mark][] =>
    code === 'implausible-jump' ? [[column, 'quarantined']] : [],
  ),
];

/** The proposal, with what was asked answered. */
const answered = ({ suggestion, questions }: ImportPreview, answers: Answers): ImportOptions => {
  const { kind, unit = {}, stamp, rowS, only } = answers;
  const asks = (code: string, column?: string): boolean =>
    questions.some((one) => one.code === code && (column === undefined || ('column' in one && one.column === column)));
  const missing = [
    ...(kind && !asks('kind') ? ['kind'] : []),
    ...(stamp && !asks('stamp') ? ['stamp'] : []),
    ...Object.keys(unit).filter((column) => !asks('unit', column)),
  ];
  if (missing.length > 0) throw new Error(`was not asked: ${missing.join(', ')}`);
  const taken = (mapping: ImportMapping): ImportMapping => ({
    ...mapping,
    target: { newDevice: { name: mapping.column, room: '', utility: utilityOf(mapping.unit) } },
  });
  const mapped = (mapping: ImportMapping): ImportMapping => {
    const said = unit[mapping.column];
    if (said) return taken({ ...mapping, ...said });
    if (only === mapping.column) return taken(mapping);
    return kind && asks('kind', mapping.column) ? { ...mapping, kind } : mapping;
  };
  return {
    ...suggestion,
    mappings: suggestion.mappings.filter(({ column }) => only === undefined || column === only).map(mapped),
    ...(stamp && { stamp }),
    ...(rowS !== undefined && { rowS }),
  };
};
