/** What each charge of a tariff says, in words: its name, and its price or its prices. */
import {
  type Blocks,
  type BlockStep,
  type TariffCharge,
  type CapacityCharge,
  type DemandCharge,
  exchangeOf,
  type PowerBlocks,
  type TariffPlan,
  type UnitCharge,
  type UnitPrice,
} from '#subjects/bills/domain/tariff/plan.ts';
import { meterName } from '#subjects/bills/domain/tariff/meter-use.ts';
import type { Asking } from '../asking.ts';
import type { MoneyVoice } from './money-voice.ts';

export interface ChargeRow {
  readonly charge: TariffCharge;
  /** With the period of a schedule or the step of a block table, where it has some. */
  readonly name: string;
  readonly price: string;
  /** Of a block: where it begins and ends. */
  readonly step?: Step | undefined;
}

interface Step {
  readonly from: string;
  /** Null: it has no end. */
  readonly to: string | null;
  readonly unit: string;
}

interface Writing {
  readonly plan: TariffPlan;
  readonly voice: MoneyVoice;
  readonly asking: Asking;
}

const perKeys = { day: 'perDay', month: 'perMonth', bill: 'perBill', year: 'perYear' } as const;
const usualNames = { fixed: 'standing', use: 'use', capacity: 'capacity', demand: 'demand' } as const;

const chargeName = (charge: TariffCharge, { named, paper }: MoneyVoice): string => {
  if (charge.name !== undefined) return named(charge.name);
  const { kind } = charge;
  return paper.line(kind in usualNames ? usualNames[kind as keyof typeof usualNames] : (kind as 'tax'));
};

/** With the meter that it is for, where that is priced apart. */
const namesOf = (charge: TariffCharge, { plan, voice }: Writing): string[] => {
  const meter = meterName(charge, plan);
  return [chargeName(charge, voice), ...(meter === undefined ? [] : [voice.named(meter)])];
};

/** `6 to 12 m³`. */
export const stepText = (
  above: string,
  upTo: string | undefined,
  { plan, voice, asking }: Writing,
  unit = voice.unitText(plan.unit),
): string => {
  const number = (text: string): string => asking.write.number(Number(text), 2, 0);
  if (upTo === undefined) return voice.paper.line('blockFrom', { above: number(above), unit });
  if (Number(above) === 0) return voice.paper.line('blockTo', { upTo: number(upTo), unit });
  return voice.paper.line('blockBetween', { above: number(above), upTo: number(upTo), unit });
};

/** Steps of the last table: the one that holds for those who use most. */
export const stepsOf = (blocks: Blocks): readonly (BlockStep & { readonly above: string })[] => {
  const steps = blocks.tables.at(-1)?.steps ?? [];
  return steps.map((step, i) => ({ ...step, above: steps[i - 1]?.upTo ?? '0' }));
};

interface Priced extends Pick<ChargeRow, 'price' | 'step'> {
  readonly what: readonly string[];
}

/** A row for each step of blocks, with the units that it holds. */
const stepRows = (
  steps: readonly BlockStep[],
  what: readonly string[],
  priced: (rate: string) => string,
  writing: Writing,
  unit?: 'kW',
): Priced[] =>
  steps.map(({ upTo, rate }, i) => {
    const above = steps[i - 1]?.upTo;
    return {
      what: [...what, stepText(above ?? '0', upTo, writing, unit)],
      price: priced(rate),
      step: { from: above ?? '0', to: upTo ?? null, unit: unit ?? writing.plan.unit },
    };
  });

const unitRows = (price: UnitPrice, writing: Writing, what: readonly string[]): Priced[] => {
  const { plan, voice } = writing;
  const priced = (rate: string): string => voice.rate(rate, plan.unit, plan.currency);
  if (typeof price === 'string') return [{ what, price: priced(price) }];
  if (price.bySize) return [{ what, price: voice.t('by-size') }];
  return price.tables.flatMap(({ steps }) => stepRows(steps, what, priced, writing));
};

const useRows = ({ rate, blocks, rates = {}, market }: UnitCharge, writing: Writing): Priced[] => {
  if (market !== undefined) return [{ what: [], price: writing.voice.t('market', { of: market.series }) }];
  const price = rate ?? blocks;
  if (price !== undefined) return unitRows(price, writing, []);
  return Object.entries(rates).flatMap(([period, one]) => unitRows(one, writing, [writing.voice.period(period)]));
};

const powerRows = (
  { rate, blocks, rates = {}, per }: Pick<DemandCharge, 'rate' | 'blocks' | 'rates'> & Pick<CapacityCharge, 'per'>,
  writing: Writing,
): Priced[] => {
  const { plan, voice } = writing;
  const priced = (amount: string): string =>
    voice.paper.t('perKw', { amount: voice.money(amount, plan.currency), per: voice.paper.line(`perName.${per}`) });
  const rowsOf = (price: string | PowerBlocks, what: readonly string[]): Priced[] =>
    typeof price === 'string' ? [{ what, price: priced(price) }] : stepRows(price, what, priced, writing, 'kW');
  const one = blocks ?? rate;
  return [
    ...(one === undefined ? [] : rowsOf(one, [])),
    ...Object.entries(rates).flatMap(([period, price]) => rowsOf(price, [voice.period(period)])),
  ];
};

type ChargeOf<Kind extends TariffCharge['kind']> = Extract<TariffCharge, { readonly kind: Kind }>;

/** What one price says, where it is no table. */
const timedText = (amount: string, per: keyof typeof perKeys, { plan, voice }: Writing): string =>
  voice.paper.t(perKeys[per], { amount: voice.money(amount, plan.currency) });

const fixedText = ({ amount, per, bySize, byPower }: ChargeOf<'fixed'>, writing: Writing): string => {
  if (amount !== undefined) return timedText(amount, per, writing);
  return writing.voice.t(bySize ? 'by-size' : byPower ? 'by-power' : 'by-use');
};

const shareText = (
  { kind, percent: share }: ChargeOf<'derived' | 'discount' | 'tax'>,
  { voice, asking }: Writing,
): string => {
  if (share === undefined) return voice.t('by-use');
  const percent = asking.write.percent(Number(share) / 100, 4);
  return kind === 'tax' ? percent : voice.t('share-of', { percent });
};

const pricesOf = (charge: TariffCharge, given: Writing): Priced[] => {
  const currency = exchangeOf(charge)?.currency ?? given.plan.currency;
  const writing = { ...given, plan: { ...given.plan, currency } };
  const only = (price: string): Priced[] => [{ what: [], price }];
  switch (charge.kind) {
    case 'use':
    case 'returned':
      return useRows(charge, writing);
    case 'demand':
      return charge.steps ? only(writing.voice.t('by-demand')) : powerRows(charge, writing);
    case 'capacity':
      return powerRows(charge, writing);
    case 'fixed':
      return only(fixedText(charge, writing));
    case 'minimum':
    case 'maximum':
      return only(timedText(charge.amount, charge.per, writing));
    case 'derived':
    case 'discount':
    case 'tax':
      return only(shareText(charge, writing));
  }
};

export const chargeRows = (charges: readonly TariffCharge[], writing: Writing): ChargeRow[] =>
  charges.flatMap((charge) =>
    pricesOf(charge, writing).map(({ what, ...priced }) => ({
      charge,
      name: [...namesOf(charge, writing), ...what].join(' · '),
      ...priced,
    })),
  );
