/** The meters that a file's columns go to, found or made under the person's own rights. */
import { type Flow, flowsOf, type ImportKind, type ImportUnit, isUnitOf, type Utility } from '#catalogue/index.ts';
import { type ImportMapping, returnedColumn } from '../../contract/imports.ts';
import type { Claims, Database, Transaction } from '#kernel/db.ts';

/** Where a column went, by the meter's id: names change. */
export interface KeptColumn {
  readonly column: string;
  readonly meter: number;
  readonly unit: ImportUnit;
  readonly kind: ImportKind;
  readonly isNet?: boolean;
}

export interface ImportMeter {
  readonly id: number;
  readonly key: string;
  readonly utility: Utility;
  readonly flow: Flow;
  readonly deviceId: string;
  readonly deviceName: string;
}

export interface WritableHome {
  readonly household: string;
  readonly timeZone: string;
  readonly meters: readonly ImportMeter[];
}

const findHome = async (sql: Transaction, wished: string | undefined): Promise<WritableHome | null> => {
  const [home] = await sql<{ id: string; time_zone: string }[]>`
    select id, time_zone from public.households
    where id = coalesce(${wished ?? null}::uuid, private.my_first_household()) and id = any (private.my_writable_households())`;
  if (!home) return null;
  const meters = await sql<(ImportMeter & Record<string, unknown>)[]>`
    select m.id, m.key, m.utility, m.flow, m.device_id as "deviceId", d.name as "deviceName"
    from public.meters m join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
    where m.household_id = ${home.id} order by m.id`;
  return { household: home.id, timeZone: home.time_zone, meters };
};

/** Null: no such household, or one that the person may not write. */
export const writableHome = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  household: string | undefined,
): Promise<WritableHome | null> => database.asUser(person, (sql) => findHome(sql, household));

/** An import that stands, as its household remembers it; the latest first. */
export interface PastImport {
  readonly id: string;
  readonly fileName: string;
  readonly at: string;
  readonly accepted: number;
  /** Of the very same content. */
  readonly isSame: boolean;
  /** It was read to its end. */
  readonly isWhole: boolean;
  readonly columns: readonly KeptColumn[];
}

const remembered = 200;

/** What was imported into the household and stands. */
export const pastImports = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  household: string,
  fingerprint: string,
): Promise<PastImport[]> =>
  database.asUser(
    person,
    (sql) => sql<(PastImport & Record<string, unknown>)[]>`
      select id, file_name as "fileName", to_char(began_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, accepted::int as accepted,
        coalesce(fingerprint = ${fingerprint}, false) as "isSame", columns,
        ended_at is not null and error is null as "isWhole"
      from public.imports where household_id = ${household} and undone_at is null and undo_began_at is null
      order by began_at desc limit ${remembered}`,
  );

/** Files of one series differ by their dates and numbers. */
const seriesName = (fileName: string): string => fileName.toLowerCase().replace(/[\d\W_]+/g, ' ');

/** Where the column went before: of the same file, or of one like it. Columns that only name a number say nothing by themselves. */
const wentBefore = (
  { column }: ImportMapping,
  file: { readonly name: string; readonly isLong: boolean },
  past: readonly PastImport[],
): { readonly kept: KeptColumn; readonly isSame: boolean } | null => {
  const like = (one: PastImport): boolean =>
    one.isSame || file.isLong || seriesName(one.fileName) === seriesName(file.name);
  for (const one of [...past.filter(({ isSame }) => isSame), ...past.filter(like)]) {
    const kept = one.columns.find((each) => each.column === column);
    if (kept) return { kept, isSame: one.isSame };
  }
  return null;
};

/** Where the household already has what a suggestion would make anew, that is suggested instead. */
export const reuseMeters = (
  mappings: readonly ImportMapping[],
  meters: readonly ImportMeter[],
  file: { readonly name: string; readonly isLong: boolean },
  past: readonly PastImport[],
): ImportMapping[] =>
  mappings.map((mapping) => {
    const before = wentBefore(mapping, file, past);
    const same = before && meters.find(({ id }) => id === before.kept.meter);
    if (same && before.isSame) {
      const { unit, kind, isNet } = before.kept;
      return { ...mapping, unit, kind, ...(isNet === undefined ? {} : { isNet }), target: { meter: same.key } };
    }
    if (!('newDevice' in mapping.target)) return mapping;
    if (same?.utility === mapping.target.newDevice.utility) return { ...mapping, target: { meter: same.key } };
    const { name, utility, flow = 'drawn' } = mapping.target.newDevice;
    const known = meters.find(
      (meter) =>
        meter.utility === utility &&
        meter.flow === flow &&
        (meter.key === mapping.column || meter.deviceName.toLowerCase() === name.toLowerCase()),
    );
    return known ? { ...mapping, target: { meter: known.key } } : mapping;
  });

export type ChosenMeters =
  | {
      readonly ok: true;
      readonly household: string;
      readonly byColumn: ReadonlyMap<string, ImportMeter>;
      /** Devices that were made for this import. */
      readonly made: readonly string[];
    }
  | { readonly ok: false; readonly code: 'forbidden' }
  | { readonly ok: false; readonly code: 'unknown-meter' | 'other-utility' | 'meter-twice'; readonly column: string };

type NewDevice = Extract<ImportMapping['target'], { newDevice: unknown }>['newDevice'];

const addDevice = async (
  sql: Transaction,
  household: string,
  userId: string,
  { name, room, utility, flow = 'drawn' }: NewDevice,
): Promise<ImportMeter> => {
  const [device] = await sql<{ id: string }[]>`
    insert into public.connected_devices (household_id, user_id, name, room, utility)
    values (${household}, ${userId}, ${name}, ${room}, ${utility}) returning id`;
  const deviceId = device?.id as string;
  const [meter] = await sql<{ id: number; key: string }[]>`
    update public.meters set flow = ${flow} where household_id = ${household} and device_id = ${deviceId} returning id, key`;
  return { id: meter?.id as number, key: meter?.key as string, utility, flow, deviceId, deviceName: name };
};

/** What a meter that nets both ways can be split at. */
const isSplit = ({ flow, utility }: ImportMeter): boolean => flow === 'drawn' && flowsOf(utility).includes('returned');

/** Where the amounts of a meter go that nets both ways, as far as they are below zero: to the returned meter beside it. */
const besideIn = (meters: readonly ImportMeter[], drawn: ImportMeter): ImportMeter | undefined =>
  meters.find(({ deviceId, flow }) => deviceId === drawn.deviceId && flow === 'returned');

const addReturned = async (
  sql: Transaction,
  household: string,
  drawn: ImportMeter,
  known: readonly ImportMeter[],
): Promise<ImportMeter> => {
  const wish = `${drawn.key.slice(0, 50)}-returned`;
  const taken = new Set(known.map(({ key }) => key));
  let key = wish;
  for (let n = 2; taken.has(key); n += 1) key = `${wish}-${n}`;
  const [meter] = await sql<{ id: number }[]>`
    insert into public.meters (household_id, device_id, utility, flow, key, parent_meter_id, max_per_hour)
    select household_id, device_id, utility, 'returned', ${key}, id, max_per_hour from public.meters
    where household_id = ${household} and id = ${drawn.id} returning id`;
  return { ...drawn, id: meter?.id as number, key, flow: 'returned' };
};

/** What is not drawn stands behind the whole home's meter, else behind the one that this very file tells. */
const placeFlows = async (sql: Transaction, household: string, made: readonly ImportMeter[]): Promise<void> => {
  for (const { id, utility, flow } of made) {
    if (flow === 'drawn') continue;
    const drawn = made.filter((one) => one.utility === utility && one.flow === 'drawn');
    const only = drawn.length === 1 ? (drawn[0]?.id ?? null) : null;
    await sql`
      update public.meters set parent_meter_id = coalesce((select m.id from public.meters m
        join public.connected_devices d on d.household_id = m.household_id and d.id = m.device_id
        where m.household_id = ${household} and m.utility = ${utility} and m.flow = 'drawn' and d.room = 'whole_home'
        order by m.id limit 1), ${only}) where household_id = ${household} and id = ${id}`;
  }
};

/** What a dry run has instead of a device that would be made. */
const imagined = (place: number, { name, utility, flow = 'drawn' }: Omit<NewDevice, 'room'>): ImportMeter => ({
  id: -place,
  key: name,
  utility,
  flow,
  deviceId: String(-place),
  deviceName: name,
});

/** All or nothing: a column that cannot go where it should makes no device of another. */
export const chooseMeters = (
  database: Pick<Database, 'asUser'>,
  person: Claims,
  wished: string | undefined,
  mappings: readonly ImportMapping[],
  isDryRun: boolean,
): Promise<ChosenMeters> =>
  database.asUser(person, async (sql) => {
    const home = await findHome(sql, wished);
    if (!home) return { ok: false, code: 'forbidden' };
    const byColumn = new Map<string, ImportMeter>();
    for (const { column, target, unit, isNet } of mappings) {
      if (!('meter' in target)) continue;
      const meter = home.meters.find(({ id, key }) => key === target.meter || String(id) === target.meter);
      if (!meter) return { ok: false, code: 'unknown-meter', column };
      if (!isUnitOf(unit, meter.utility) || (isNet === true && !isSplit(meter)))
        return { ok: false, code: 'other-utility', column };
      if ([...byColumn.values()].includes(meter)) return { ok: false, code: 'meter-twice', column };
      byColumn.set(column, meter);
    }
    const twice = mappings.find(({ column, isNet }) => {
      const drawn = isNet === true ? byColumn.get(column) : undefined;
      const back = drawn && besideIn(home.meters, drawn);
      return back !== undefined && [...byColumn.values()].includes(back);
    });
    if (twice) return { ok: false, code: 'meter-twice', column: twice.column };
    const made: string[] = [];
    for (const { column, target } of mappings) {
      if (!('newDevice' in target)) continue;
      if (isDryRun) {
        byColumn.set(column, imagined(byColumn.size + 1, target.newDevice));
        continue;
      }
      const meter = await addDevice(sql, home.household, person.sub, target.newDevice);
      made.push(meter.deviceId);
      byColumn.set(column, meter);
    }
    if (!isDryRun) {
      const all = [...byColumn.values()];
      await placeFlows(
        sql,
        home.household,
        all.filter(({ deviceId }) => made.includes(deviceId)),
      );
    }
    for (const { column, isNet } of mappings) {
      const drawn = byColumn.get(column);
      if (isNet !== true || drawn === undefined) continue;
      const back =
        besideIn(home.meters, drawn) ??
        (isDryRun
          ? imagined(byColumn.size + 1, { name: drawn.key, utility: drawn.utility, flow: 'returned' })
          : await addReturned(sql, home.household, drawn, [...home.meters, ...byColumn.values()]));
      byColumn.set(returnedColumn(column), back);
    }
    return { ok: true, household: home.household, byColumn, made };
  });
