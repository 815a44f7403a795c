/**
 * Bills on paper, read and held against ours: `npm run paper -- --folder=…` of NAME.pdf with NAME.json, what the paper says and the tariff and use
 * that it was made of. Of each: fields right, wrong and missing; lines paired rightly, wrongly and not at all. Ends with 1 where a pair is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billingSizes } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { PaperBill, PaperLine } from '#subjects/bills/contract/paper-bill.ts';
import type { BillLine } from '#subjects/bills/domain/bill/bill.ts';
import { type IntervalUse, noUse, spreadDays } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { pricePaper } from '#subjects/bills/domain/tariff/explain/paper-price.ts';
import type { PlanFacts } from '#subjects/bills/domain/tariff/pricing.ts';
import { usedOf } from '#subjects/bills/service/paper/compare-paper.ts';
import { pairLines } from '#subjects/bills/service/paper/pair-lines.ts';
import { readPaper } from '#subjects/bills/service/paper/read-paper.ts';
import { readTariffLibrary } from '#subjects/bills/service/tariffs/tariff-library.ts';
import { readPlanText } from '#subjects/bills/service/tariffs/plan-text.ts';

type GivenUse = readonly (readonly [string, number, number])[] | { readonly perDay: number };
interface TrueLine {
  readonly text: string;
  readonly amount: string;
  readonly charges: readonly string[];
}
interface Layout {
  readonly tariff: string;
  readonly timeZone: string;
  readonly facts?: PlanFacts;
  readonly use: GivenUse;
  readonly returned?: GivenUse;
  readonly paper: {
    readonly from: string;
    readonly to: string;
    readonly used: string;
    readonly total: string;
    readonly tax: string | null;
    readonly currency: string;
    readonly lines: readonly TrueLine[];
  };
}

const folder =
  process.argv.find((arg) => arg.startsWith('--folder='))?.slice('--folder='.length) ??
  join(import.meta.dirname, 'layouts');
const isLoud = process.argv.includes('--lines');
const { calendars } = await readTariffLibrary(join(import.meta.dirname, '../../tariffs'));

const secondsOf = (local: string, timeZone: string): number => {
  const [day = '', clock = '00:00'] = local.split('T');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const wall = Date.parse(`${day}T00:00:00Z`) / 1000 + hours * 3600 + minutes * 60;
  const offsetAt = zoneOffsets(timeZone);
  return wall - offsetAt(wall - offsetAt(wall));
};

const useOf = (given: GivenUse, plan: TariffPlan, { paper, timeZone }: Layout): IntervalUse => {
  const size = billingSizes[plan.unit];
  if (Array.isArray(given)) {
    const quarters = new Map<number, number>();
    for (const [start, minutes, units] of given as readonly (readonly [string, number, number])[]) {
      const first = secondsOf(start, timeZone);
      const count = Math.max(1, Math.round(minutes / 15));
      const whole = Math.round(units * size);
      for (let i = 0; i < count; i += 1) {
        const part = Math.round((whole * (i + 1)) / count) - Math.round((whole * i) / count);
        quarters.set(first + i * 900, (quarters.get(first + i * 900) ?? 0) + part);
      }
    }
    const startS = [...quarters.keys()].sort((a, b) => a - b);
    return { spanS: 900, startS, used: startS.map((at) => quarters.get(at) ?? 0) };
  }
  const { perDay } = given as { perDay: number };
  const days = Array.from({ length: daysBetween(paper.from, paper.to) }, (_, i) => ({
    day: addDays(paper.from, i),
    used: Math.round(perDay * size),
  }));
  return spreadDays(days, noUse, timeZone);
};

const ourLines = (layout: Layout, bill: PaperBill): { plan: TariffPlan; lines: readonly BillLine[] } => {
  const read = readPlanText(layout.tariff, calendars);
  if (!read.ok) throw new Error(`the tariff cannot be read: ${JSON.stringify(read.faults)}`);
  const { plan } = read;
  const { from: start, to: end } = bill.from && bill.to ? { from: bill.from, to: bill.to } : layout.paper;
  const cycleDays = daysBetween(start, end);
  const use = useOf(layout.use, plan, layout);
  const returned = layout.returned && useOf(layout.returned, plan, layout);
  const back = returned && new Map(Array.from(returned.startS, (at, i) => [at, returned.used[i] ?? 0]));
  const drawn = new Map(Array.from(use.startS, (at, i) => [at, use.used[i] ?? 0]));
  const startS = [...new Set([...drawn.keys(), ...(back?.keys() ?? [])])].sort((a, b) => a - b);
  const own: IntervalUse = back
    ? {
        spanS: use.spanS,
        startS,
        used: startS.map((at) => drawn.get(at) ?? 0),
        returned: startS.map((at) => back.get(at) ?? 0),
      }
    : use;
  const agreements = [{ utility: plan.utility, validFrom: '2000-01-01', plan, facts: layout.facts }];
  const cycle = { start, end, cycleDays, cycleMonths: Math.max(1, Math.round(cycleDays / 30.4375)) };
  const { timeZone } = layout;
  // As the service does: our prices on its days, for what it says was used.
  const theirs = { start, end, total: bill.total ?? '0' };
  const priced = pricePaper(
    { theirs, agreements, timeZone, cycle, ours: { cycle, total: '0' }, use: own, coverage: null },
    plan.utility,
    usedOf(bill, plan.utility, plan.unit),
  );
  return { plan, lines: priced?.lines ?? [] };
};

const wordsIn = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean),
  );
/** The line of the paper that a line of the truth is: of the same amount, the one that shares most of its words. */
const found = (truth: TrueLine, read: readonly PaperLine[], used: Set<number>): number => {
  const words = wordsIn(truth.text);
  let [best, most] = [-1, -1];
  read.forEach(({ amount, text }, i) => {
    if (used.has(i) || Math.abs(Number(amount) - Number(truth.amount)) > 0.004) return;
    const share = [...wordsIn(text)].filter((word) => words.has(word)).length;
    if (share > most) [best, most] = [i, share];
  });
  if (best !== -1) used.add(best);
  return best;
};

const fieldsOf = (paper: Layout['paper'], bill: PaperBill) => {
  const near = (told: string | undefined, truth: string): boolean =>
    told !== undefined && Math.abs(Number(told) - Number(truth)) < 0.0051;
  const stands: Record<string, [boolean, boolean]> = {
    from: [bill.from !== undefined, bill.from === paper.from],
    to: [bill.to !== undefined, bill.to === paper.to],
    used: [bill.used !== undefined, near(bill.used?.amount, paper.used)],
    total: [bill.total !== undefined, near(bill.total, paper.total)],
    currency: [bill.currency !== undefined, bill.currency === paper.currency],
    ...(paper.tax !== null && { tax: [bill.tax !== undefined, near(bill.tax, paper.tax)] }),
  };
  return stands;
};

const rows: Record<string, object> = {};
const all = { lines: 0, right: 0, wrong: 0 };
for (const file of readdirSync(folder, { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.pdf'))
  .sort()) {
  const name = file.slice(0, -4);
  const layout = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Layout;
  const begun = performance.now();
  const bill = await readPaper(readFileSync(join(folder, file)));
  const ms = Math.round(performance.now() - begun);
  const { plan, lines } = ourLines(layout, bill);
  const pairs = pairLines(bill.lines, lines, plan);
  const used = new Set<number>();
  const outcome = layout.paper.lines.map((truth) => {
    const at = found(truth, bill.lines, used);
    const pair = pairs.find(({ printed }) => printed.includes(at));
    const ours = pair?.ours.map((i) => lines[i] as BillLine) ?? [];
    const charges = new Set(ours.flatMap(({ charge }) => charge ?? []));
    const isSame = charges.size === new Set(truth.charges).size && truth.charges.every((one) => charges.has(one));
    const isMany =
      lines.filter(({ charge }) => charge !== undefined && truth.charges.includes(charge)).length > ours.length;
    const printedSum = pair?.printed.reduce((sum, i) => sum + Number(bill.lines[i]?.amount), 0) ?? 0;
    const oursSum = ours.reduce((sum, { amount }) => sum + Number(amount), 0);
    const isAmount = !isMany || Math.abs(printedSum - oursSum) <= 0.02 + 1e-9;
    const verdict = !pair
      ? truth.charges.length === 0
        ? 'right'
        : 'unpaired'
      : isSame && isAmount
        ? 'right'
        : 'wrong';
    return { truth, at, verdict, ours };
  });
  // What is no line of the paper at all, and is paired: wrong as well.
  const phantoms = pairs.filter(({ printed }) => !printed.some((i) => used.has(i)));
  const count = (verdict: string): number => outcome.filter((one) => one.verdict === verdict).length;
  const fields = Object.entries(fieldsOf(layout.paper, bill));
  const wrong = count('wrong') + phantoms.length;
  all.lines += outcome.length;
  all.right += count('right');
  all.wrong += wrong;
  rows[name] = {
    'fields right': fields.filter(([, [, isRight]]) => isRight).length,
    'fields wrong': fields
      .filter(([, [isTold, isRight]]) => isTold && !isRight)
      .map(([field]) => field)
      .join(' '),
    'fields missing': fields
      .filter(([, [isTold]]) => !isTold)
      .map(([field]) => field)
      .join(' '),
    lines: outcome.length,
    right: count('right'),
    wrong,
    unpaired: count('unpaired'),
    ms,
  };
  if (!isLoud) continue;
  console.log(`${name}: ${JSON.stringify({ ...bill, lines: undefined, places: undefined })}`);
  for (const { text, quantity, unit, rate, days, amount } of bill.lines)
    console.log(`   read    ${amount}  = ${quantity ?? ''} ${unit ?? ''} x ${rate ?? ''} ${days ?? ''} | ${text}`);
  for (const { charge, period, kind, quantity, rate, amount } of lines)
    console.log(`   ours    ${amount}  = ${quantity} x ${rate} | ${charge} ${period ?? ''} ${kind}`);
  for (const { truth, at, verdict, ours } of outcome)
    if (verdict !== 'right')
      console.log(
        `   ${verdict} ${truth.amount} ${truth.text} (${truth.charges.join()}) read as ${at}, paired with ${ours.map((one) => `${one.charge} ${one.period ?? ''} ${one.amount}`).join(', ')}`,
      );
  for (const { printed } of phantoms)
    console.log(`   phantom ${printed.map((i) => `${bill.lines[i]?.amount} ${bill.lines[i]?.text}`).join(' + ')}`);
}
console.table(rows);
console.log(
  `${all.lines} lines: ${all.right} paired rightly (${((100 * all.right) / Math.max(1, all.lines)).toFixed(1)} %), ${all.wrong} wrongly, ${all.lines - all.right - all.wrong} not`,
);
process.exitCode = all.wrong > 0 ? 1 : 0;
