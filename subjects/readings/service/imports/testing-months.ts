/** Imports a file twice and reads back what usage says of each month. */
import { utilityOf } from '#catalogue/index.ts';
import type { ImportMapping, ImportReport } from '../../contract/imports.ts';
import type { OpenFile } from '../files/csv/testing.ts';
import type { TestService } from './testing.ts';

export interface ImportedMonths {
  readonly first: ImportReport;
  readonly second: ImportReport;
  /** `column month` → Wh or mL. */
  readonly months: ReadonlyMap<string, number>;
}

export interface HomeFile {
  readonly open: OpenFile;
  readonly name: string;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

const bytesOf = async (open: OpenFile): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const toNewDevice = ({ column, unit, kind }: ImportMapping): ImportMapping => ({
  column,
  unit,
  kind,
  target: { newDevice: { name: column, room: '', utility: utilityOf(unit) } },
});

export const importMonths = async (service: TestService, file: HomeFile): Promise<ImportedMonths> => {
  const home = await service.seed.home(file.timeZone);
  const person = await service.as(home.userId);
  const bytes = await bytesOf(file.open);
  const look = async () => (await person.preview(bytes, file.name)).body;
  const run = async (mappings: ImportMapping[]): Promise<ImportReport> => {
    const { fileId, suggestion } = await look();
    return person.finish((await person.start(fileId, { ...suggestion, mappings })).body.id);
  };
  const { suggestion } = await look();
  const mappings = suggestion.mappings.filter(({ column }) => file.columns.includes(column)).map(toNewDevice);
  const first = await run(mappings);
  const keyOf = new Map(first.totals.map(({ column, meter }) => [column, meter]));
  const second = await run(mappings.map((one) => ({ ...one, target: { meter: keyOf.get(one.column) ?? '' } })));

  const usage = await person.months(file.from, file.to);
  const devices = await service.seed.owner<{ id: string; name: string }[]>`
    select id, name from connected_devices where household_id = ${home.household}`;
  const nameOf = new Map(devices.map(({ id, name }) => [id, name]));
  const months = new Map(
    usage.rows.map(({ start, deviceId, used }) => [`${nameOf.get(deviceId ?? '')} ${start.slice(0, 7)}`, used]),
  );
  return { first, second, months };
};
