/** How costs are said: of the open billing cycle as its card has them, or of the use of a period. */
import type { Utility } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { costsLink, figure } from '../links.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { lengthOf } from '../usage/periods.ts';
import { atFirst, capital, pageOf, whenOf } from '../usage/phrases.ts';
import { type CostFacts, type DeviceCost, maxCostDays, type RoomCost } from './cost-facts.ts';
import { enterNote, heardNotes, simulatedNote } from './money-notes.ts';
import { type MoneyVoice, paragraphs, safe } from './money-voice.ts';

export interface Telling {
  readonly facts: CostFacts;
  readonly part: AskedPart;
  readonly asking: Asking;
  readonly voice: MoneyVoice;
}

export const daysOf = ({ facts, voice }: Telling): string => voice.days(facts.days.from, facts.days.to);

export const nameOf = (row: DeviceCost | RoomCost, { device, room }: MoneyVoice): string =>
  'device' in row ? device(row.device, row.isRest) : room(row.room, row.isRest);

/** The card with the costs; of a period, the use that they come from. */
export const linkOf = ({ facts, part, asking }: Telling, by?: 'room' | 'device'): string =>
  facts.period === null ? costsLink : pageOf(asking, part, facts.period, by);

/** A figure that opens what it comes from. */
export const linked = (amount: string, telling: Telling): string =>
  figure(telling.voice.money(amount, telling.facts.currency), linkOf(telling));

export const costOf = (name: string, cost: string, used: string | null, telling: Telling): string => {
  const { facts, asking, voice } = telling;
  const values = { name: safe(name), amount: linked(cost, telling), used: used ?? '' };
  if (facts.period === null)
    return voice.t(used === null ? 'cost-of' : 'cost-of-used', { ...values, days: daysOf(telling) });
  return voice.t(used === null ? 'cost-then' : 'cost-then-used', { ...values, when: whenOf(asking, facts.period) });
};

export const noCostOf = (name: string, telling: Telling): string => {
  const { facts, asking, voice } = telling;
  if (facts.period === null) return voice.t('cost-none', { name: safe(name), days: daysOf(telling) });
  return voice.t('cost-then-none', { name: safe(name), when: whenOf(asking, facts.period) });
};

export const mostOf = (name: string, cost: string, telling: Telling): string => {
  const { facts, asking, voice } = telling;
  const values = { name: safe(name), amount: linked(cost, telling) };
  if (facts.period === null) return voice.t('costs-most', { ...values, days: daysOf(telling) });
  return voice.t('costs-most-then', { ...values, when: atFirst(asking, facts.period) });
};

export const noCosts = (telling: Telling): string => {
  const { facts, asking, voice } = telling;
  if (facts.period === null) return voice.t('costs-none', { days: daysOf(telling) });
  return capital(voice.t('costs-then-none', { when: whenOf(asking, facts.period) }));
};

/** All of it, and what of it is each utility's. */
const periodTotal = (period: AskedPeriod, telling: Telling): string => {
  const { facts, part, asking, voice } = telling;
  if (facts.devices.length === 0) return noCosts(telling);
  const used = (utility: Utility): string => {
    const sum = facts.devices.filter((one) => one.utility === utility).reduce((all, one) => all + one.used, 0);
    return asking.write.amount(utility, sum);
  };
  const name = part.utility === null ? voice.t('costs-then-all') : voice.t(part.utility);
  const values = { name, when: whenOf(asking, period), amount: linked(facts.total, telling) };
  if (part.utility !== null) return voice.t('cost-then-used', { ...values, used: used(part.utility) });
  const split = voice.split((utility) => {
    const cost = facts.totals[utility];
    return cost === undefined ? null : linked(cost, telling);
  });
  return [voice.t('cost-then', values), ...split].join(' ');
};

export const totalText = (telling: Telling): string => {
  const { facts, part, voice } = telling;
  if (facts.period !== null) return periodTotal(facts.period, telling);
  return voice.t('so-far-days', {
    subject: voice.t(`subject-${part.utility ?? 'all'}`),
    amount: voice.amount(facts.total, facts.currency),
    days: daysOf(telling),
  });
};

/** What is not in the costs of a period. */
export const costNotes = ({ facts, asking, voice }: Telling): string[] => {
  const { period, unpriced, cycles, devices, heard } = facts;
  if (period === null) return simulatedNote(asking, voice);
  return [
    ...(devices.length === 0 ? [] : [voice.t('costs-use-only', { count: cycles })]),
    ...(unpriced.days > 0 ? [voice.t('note-unpriced', { count: unpriced.days })] : []),
    ...unpriced.utilities.map((utility) => voice.t('no-price-then', { utility: voice.t(utility) })),
    ...unpriced.missing.map((of) => voice.t('note-missing-then', { of: safe(of) })),
    ...heardNotes(heard, asking, voice),
    ...simulatedNote(asking, voice),
  ];
};

export const isTooLong = (period: AskedPeriod): boolean => lengthOf(period) > maxCostDays;

export const tooLong = (voice: MoneyVoice): OwnAnswer => ({
  text: voice.t('costs-too-long', { count: maxCostDays }),
  results: [],
});

/** `period` null: the open cycle. */
export const noTariff = (asking: Asking, voice: MoneyVoice, period: AskedPeriod | null): OwnAnswer => {
  const text =
    period === null ? voice.t('no-tariff') : capital(voice.t('no-tariff-then', { when: whenOf(asking, period) }));
  return { text: paragraphs([text, enterNote(asking, voice)], []), results: [] };
};
