/** The real tariffs that come with the product: one YAML file each in `tariffs/`, read and checked once. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holidayCalendar } from '../../contract/tariff-plan.ts';
import type { HolidayCalendar, TariffPlan } from '../../domain/tariff/plan.ts';
import { parse } from 'yaml';
import { z } from 'zod';
import { readPlanText } from './read-plan-text.ts';

export interface LibraryTariff {
  /** The file's name without its ending. */
  readonly id: string;
  readonly text: string;
  readonly plan: TariffPlan;
}

export interface TariffLibrary {
  readonly calendars: Readonly<Record<string, HolidayCalendar>>;
  readonly tariffs: readonly LibraryTariff[];
  /** How a tariff is written, for whoever writes one: Markdown. */
  readonly guide: string;
}

const calendarFile = 'calendars.yaml';
const calendarsForm = z.record(z.string(), holidayCalendar);

/** Throws for a file that cannot be read or priced: the library is ours. */
export const readTariffLibrary = async (folder: string): Promise<TariffLibrary> => {
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const calendars = calendarsForm.parse(parse(await read(calendarFile), { schema: 'failsafe' }));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml') && file !== calendarFile).sort();
  const tariffs = await Promise.all(
    files.map(async (file): Promise<LibraryTariff> => {
      const text = await read(file);
      const result = readPlanText(text, calendars);
      if (!result.ok) throw new Error(`${file}: ${JSON.stringify(result.faults)}`);
      return { id: file.slice(0, -'.yaml'.length), text, plan: result.plan };
    }),
  );
  const guide = await readFile(join(folder, '../docs/guide/tariff-format.md'), 'utf8');
  return { calendars, tariffs, guide };
};
