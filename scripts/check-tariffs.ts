// npx tsx scripts/check-tariffs.ts [FILE …]: whether tariffs can be read and come to the bills that their sources have worked out, and which are past
// their end. Last it says how many have a bill of their supplier's or regulator's own. Without a file: the library's own. Exits with 1 where one is wrong;
// one that is over is told.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { pricedUntil } from '#subjects/bills/domain/tariff/priced-until.ts';
import { readPlanText } from '#subjects/bills/service/tariffs/plan-text.ts';
import { billOfExample } from '#subjects/bills/service/tariffs/worked-example.ts';

const folder = fileURLToPath(new URL('../tariffs', import.meta.url));
const calendarFile = 'calendars.yaml';
const yaml = (text: string): unknown => parse(text, { schema: 'failsafe' });
const calendars = yaml(readFileSync(join(folder, calendarFile), 'utf8')) as Parameters<typeof readPlanText>[1];
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : readdirSync(folder)
        .filter((file) => file.endsWith('.yaml') && file !== calendarFile)
        .map((file) => join(folder, file));
const today = new Date().toISOString().slice(0, 10);

const faultsOf = (text: string): { faults: string[]; notes: string[]; isOwn: boolean } => {
  const read = readPlanText(text, calendars);
  if (!read.ok)
    return {
      faults: read.faults.map(({ code, path, line, value }) => `line ${line}: ${path.join('.')}: ${code} ${value}`),
      notes: [],
      isOwn: false,
    };
  const { examples = [] } = read;
  const faults = examples.flatMap((example) => {
    const { total, faults: unpriced } = billOfExample(read.plan, example);
    const isSame = Number(total) === Number(example.total) && unpriced.length === 0;
    const why = unpriced.map(({ code }) => `, ${code}`).join('');
    return isSame ? [] : [`${example.source}: comes to ${total}, not ${example.total}${why}`];
  });
  const end = pricedUntil(read.plan);
  return {
    faults,
    notes: [
      ...(examples.length === 0 ? ['has no worked example'] : []),
      ...(end !== null && end <= today ? [`is over since ${end}`] : []),
    ],
    isOwn: faults.length === 0 && examples.some(({ by }) => by === 'supplier' || by === 'regulator'),
  };
};

let wrong = 0;
/** Files with a bill that no other has worked out. */
const own: string[] = [];
for (const file of files) {
  const { faults, notes, isOwn } = faultsOf(readFileSync(file, 'utf8'));
  if (faults.length > 0) wrong += 1;
  if (isOwn) own.push(basename(file));
  for (const line of [...faults.map((fault) => `WRONG ${fault}`), ...notes]) console.log(`${basename(file)}: ${line}`);
}
const countries = new Set(own.map((file) => file.slice(0, 2)));
console.log(`${files.length} tariffs, ${wrong} wrong`);
console.log(`${own.length} with a bill of their supplier's or regulator's own, of ${countries.size} countries`);
process.exitCode = wrong > 0 ? 1 : 0;
