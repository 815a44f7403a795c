import type { SampleBill } from '../../contract/tariffs.ts';
import { faultFacts, isWaitedFor } from '../../domain/tariff/tariff-faults.ts';
import type { TFunction } from 'i18next';
import type { BillFormat } from '../use-bill-format.ts';

export type PricingFault = SampleBill['faults'][number];

/** All that misses the same thing, said once: a series of prices may be named by several charges. */
export interface MissingPart {
  code: PricingFault['code'];
  utility: PricingFault['utility'];
  /** The series, or the periods of the power; empty for all of it. */
  of: string;
  /** What the tariff calls the meter that it is about. */
  name: PricingFault['name'];
  days: number;
  /** In base units. */
  used: number;
}

const dayMs = 86_400_000;

function daysOf({ from, to }: PricingFault): number[] {
  const first = Date.parse(from) / dayMs;
  return Array.from({ length: Math.round(Date.parse(to) / dayMs - first) }, (_, i) => first + i);
}

/** Charges on the same use miss it once. */
function usedOf(faults: readonly PricingFault[]): number {
  const bySpan = new Map<string, number>();
  for (const { from, to, used } of faults)
    bySpan.set(`${from} ${to}`, Math.max(used, bySpan.get(`${from} ${to}`) ?? 0));
  return [...bySpan.values()].reduce((sum, used) => sum + used, 0);
}

/** What names the missing part: the series or the meter, else the charge; of anything else all is said at once. */
function partOf({ code, of, charge }: PricingFault): string {
  const { of: names } = faultFacts(code);
  if (names === 'series') return of ?? charge;
  return names === 'meter' ? (of ?? '') : '';
}

export function missingParts(faults: readonly PricingFault[]): MissingPart[] {
  const groups = new Map<string, PricingFault[]>();
  for (const fault of faults) {
    const key = [fault.code, fault.utility, partOf(fault)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { code, utility } = first;
    const periods = code === 'capacity-missing' ? new Set(group.flatMap(({ of }) => of || [])) : [partOf(first)];
    return [
      {
        code,
        utility,
        name: first.name,
        of: [...periods].join(', '),
        days: new Set(group.flatMap(daysOf)).size,
        used: usedOf(group),
      },
    ];
  });
}

/** What is not in an amount, why, and what to do about it. */
export function missingText(
  { code, utility, of, name, days, used }: MissingPart,
  t: TFunction<'billing'>,
  write: BillFormat,
) {
  if (code === 'capacity-missing' && of !== '') return t('missing.capacityOf', { of });
  const called = name === undefined ? of : write.words(name);
  const words = { count: days, used: write.used(utility, used), of: called };
  if (code === 'day-unpriced' && of !== '') return t('missing.dayUnpricedOf', words);
  return t(`missing.${code}`, words);
}

/** What a bill of a cycle that is over still waits for. */
export function waitingText(part: MissingPart, cycle: string, t: TFunction<'billing'>) {
  const words = { count: part.days, cycle, of: part.of };
  return isWaitedFor(part) ? t(`waiting.${part.code}`, words) : t('waiting.day-unpriced', words);
}
