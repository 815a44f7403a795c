/** The real tariffs that come with the product: one YAML file each in `tariffs/`, read and checked once. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { holidayCalendar, type WorkedExample } from '../../contract/tariff-plan.ts';
import type { HolidayCalendar, TariffPlan } from '../../domain/tariff/plan.ts';
import { readPlanText } from './plan-text.ts';

export interface LibraryTariff {
  /** The file's name without its ending. */
  readonly id: string;
  readonly text: string;
  readonly plan: TariffPlan;
  readonly examples: readonly WorkedExample[];
}

export interface TariffLibrary {
  readonly calendars: Readonly<Record<string, HolidayCalendar>>;
  readonly tariffs: readonly LibraryTariff[];
  /** How a tariff is written, for whoever writes one: Markdown. */
  readonly guide: string;
}

const ending = '.yaml';
const calendarFile = 'calendars.yaml';
const calendarsForm = z.record(z.string(), holidayCalendar);

/** Written when the service is built: reading and checking all of it takes a second of a start. Sources have none. */
const checkedFile = import.meta.url.endsWith('.ts') ? null : new URL('tariffs.json', import.meta.url);

interface CheckedLibrary extends Pick<TariffLibrary, 'calendars'> {
  /** Of the texts that were checked. */
  readonly key: string;
  readonly tariffs: readonly Omit<LibraryTariff, 'text'>[];
}

type Texts = ReadonlyMap<string, string>;

const textsIn = async (folder: string): Promise<Texts> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
};

/** Throws for a file that cannot be read or priced: the library is ours. */
const checkTexts = (texts: Texts): CheckedLibrary => {
  const calendars = calendarsForm.parse(parse(texts.get(calendarFile) ?? '', { schema: 'failsafe' }));
  const tariffs = [...texts].flatMap(([file, text]) => {
    if (file === calendarFile) return [];
    const result = readPlanText(text, calendars);
    if (!result.ok) throw new Error(`${file}: ${JSON.stringify(result.faults)}`);
    return [{ id: file.slice(0, -ending.length), plan: result.plan, examples: result.examples ?? [] }];
  });
  return { key: keyOf(texts), calendars, tariffs };
};

const keyOf = (texts: Texts): string =>
  createHash('sha256')
    .update(JSON.stringify([...texts]))
    .digest('base64url');

const checkedBefore = async (texts: Texts): Promise<CheckedLibrary | null> => {
  if (checkedFile === null || !existsSync(checkedFile)) return null;
  const checked = JSON.parse(await readFile(checkedFile, 'utf8')) as CheckedLibrary;
  return checked.key === keyOf(texts) ? checked : null;
};

export const readTariffLibrary = async (folder: string): Promise<TariffLibrary> => {
  const texts = await textsIn(folder);
  const { calendars, tariffs } = (await checkedBefore(texts)) ?? checkTexts(texts);
  const guide = await readFile(join(folder, '../docs/guide/tariff-format.md'), 'utf8');
  return { calendars, guide, tariffs: tariffs.map((one) => ({ ...one, text: texts.get(one.id + ending) ?? '' })) };
};

/** For the build. */
export const writeCheckedLibrary = async (folder: string, path: string): Promise<void> =>
  writeFile(path, JSON.stringify(checkTexts(await textsIn(folder))));
