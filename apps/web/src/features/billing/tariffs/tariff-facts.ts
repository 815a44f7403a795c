import type { TariffSummary } from '@wattershed/contracts';
import type { TariffFactsRow } from '@wattershed/database';
import { plainDecimal } from './check-tariff.ts';

/** As they were typed; power by period, or under an empty name for all of them. */
export interface FactsDraft {
  persons: string;
  kW: Record<string, string>;
}

export type AskedFacts = Pick<TariffSummary, 'asksPersons' | 'asksPower'>;

export interface FactFaults {
  persons?: 'persons';
  /** The periods whose power is missing or no number. */
  power: string[];
}

const mostPersons = 50;

export function factsDraftOf({ persons, kW = {} }: TariffFactsRow = {}): FactsDraft {
  return { persons: persons === undefined ? '' : String(persons), kW: typeof kW === 'string' ? { '': kW } : { ...kW } };
}

/** What was typed for a period: a power that was given for all counts for each. */
export function powerOf(draft: FactsDraft, period: string): string {
  return draft.kW[period] ?? draft.kW[''] ?? '';
}

function power(typed: string): string | undefined {
  const decimal = plainDecimal(typed);
  return decimal !== undefined && Number(decimal) > 0 && /^\d{1,4}(\.\d{1,3})?$/.test(decimal) ? decimal : undefined;
}

/** What of the facts can be sent, and what is still asked for. */
export function readFacts(
  draft: FactsDraft,
  { asksPersons, asksPower }: AskedFacts,
): { facts: TariffFactsRow | undefined; faults: FactFaults | undefined } {
  const persons = /^\d{1,2}$/.test(draft.persons.trim()) ? Number(draft.persons) : 0;
  const hasPersons = asksPersons && persons >= 1 && persons <= mostPersons;
  const powers = asksPower.map((period) => [period, power(powerOf(draft, period))] as const);
  const known = powers.filter((one): one is readonly [string, string] => one[1] !== undefined);
  const kW = known[0]?.[0] === '' ? known[0][1] : Object.fromEntries(known);
  const missing = powers.filter(([, value]) => value === undefined).map(([period]) => period);
  const facts = { ...(hasPersons && { persons }), ...(known.length > 0 && { kW }) };
  return {
    facts: Object.keys(facts).length > 0 ? facts : undefined,
    faults:
      missing.length > 0 || (asksPersons && !hasPersons)
        ? { power: missing, ...(asksPersons && !hasPersons && { persons: 'persons' as const }) }
        : undefined,
  };
}
