/** What a person and a program are told of prices in force: what holds, what a unit costs now, cheap and dear hours, and fixed charges. */
import { z } from 'zod';
import { firstUtilityWith, type Utility, utilityIds } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { exchangeOf } from '#subjects/bills/domain/tariff/plan.ts';
import type { UnitPrice } from '#subjects/bills/domain/tariff/unit-price.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { tariffsLink } from '../writer.ts';
import type { Intent } from '../intent.ts';
import { shape, toldAmount } from '../tools/facts.ts';
import { createTool, noTariffRefusal, ToolRefusal } from '../tools/tool.ts';
import { note } from '../usage/phrases.ts';
import { type ChargeRow, chargeRows, stepsOf, stepText } from './charge-words.ts';
import { enterNote, type MoneyVoice, moneyVoice, paragraphs, safe } from './money-voice.ts';
import { dayEndMs, extremeHours, hoursOfTomorrow, hoursSeries, hoursTable } from './price-hours.ts';
import { extremeSpans, type PriceSpan, readTariffFacts, type TariffFacts } from './tariff-facts.ts';
import type { Topic } from '../topic.ts';
import { tariff as tariffRule } from '../understand/rules/money-rules.ts';
import { type Of, plainly } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    tariff: {
      readonly utility: Utility | null;
      readonly ask: 'in-force' | 'now' | 'tomorrow' | 'cheapest-hours' | 'dearest-hours' | 'fixed';
    };
  }
}

type TariffIntent = Intent<'tariff'>;
interface Telling {
  readonly facts: TariffFacts;
  readonly rows: readonly ChargeRow[];
  readonly asking: Asking;
  readonly voice: MoneyVoice;
}

const fixedKinds = new Set(['fixed', 'capacity', 'demand', 'minimum', 'maximum']);

const priceText = ({ price, periods }: UnitPrice, { facts, voice }: Telling): string => {
  const { plan, currency } = facts.tariff;
  const rate = voice.linkedRate(price, plan.unit, currency);
  return periods.length === 0 ? rate : `${rate} (${safe(periods.map(voice.period).join(', '))})`;
};

/** Until when the price holds, and what it is then. */
const untilText = ({ fromMs, price }: PriceSpan, telling: Telling): string[] => {
  const { write, home } = telling.asking;
  if (price === null) return [];
  const next = priceText(price, telling);
  return [
    fromMs <= dayEndMs(home)
      ? telling.voice.t('price-until', { when: write.clock(write.time(fromMs)), price: next })
      : telling.voice.t('price-until-day', { when: write.dateTime(fromMs), price: next }),
  ];
};

const blocksText = ({ facts, voice, asking }: Telling): string[] => {
  const { plan, currency, utility } = facts.tariff;
  return facts.charges.flatMap((charge) => {
    if (charge.kind !== 'use' || charge.blocks === undefined || charge.blocks.bySize) return [];
    const blocks = stepsOf(charge.blocks).map(
      ({ above, upTo, rate }) =>
        `${voice.linkedRate(rate, plan.unit, exchangeOf(charge)?.currency ?? currency)} ${stepText(above, upTo, { plan, voice, asking })}`,
    );
    return [voice.t(`price-blocks-${charge.blocks.per}`, { utility: voice.t(utility), blocks: blocks.join('; ') })];
  });
};

const unknownText = (telling: Telling): string[] => {
  const { facts, voice } = telling;
  const utility = voice.t(facts.tariff.utility);
  const blocks = blocksText(telling);
  if (blocks.length > 0) return blocks;
  const [of] = facts.series;
  return [
    of === undefined
      ? voice.t('price-unknown', { utility })
      : voice.t('price-series-missing', { utility, of: safe(of) }),
  ];
};

const nowText = (telling: Telling): string[] => {
  const { facts, voice } = telling;
  const { now, change, tariff } = facts;
  if (now === null) return unknownText(telling);
  const { plan, currency } = tariff;
  const isTaxed = now.withTaxes !== null && Number(now.withTaxes) !== Number(now.price);
  return [
    voice.t('price-now', { utility: voice.t(tariff.utility), price: priceText(now, telling) }),
    ...(isTaxed ? [voice.t('price-taxes', { price: voice.linkedRate(now.withTaxes ?? '', plan.unit, currency) })] : []),
    ...(change === null ? [] : untilText(change, telling)),
  ];
};

const itemsText = (kinds: ReadonlySet<string>, { rows, asking, voice }: Telling): string | null => {
  const items = rows.filter(({ charge }) => kinds.has(charge.kind));
  if (items.length === 0) return null;
  return asking.write.list(items.map(({ name, price }) => voice.t('item', { name: safe(name), amount: price })));
};

const fixedText = (telling: Telling): string[] => {
  const { facts, voice } = telling;
  const utility = voice.t(facts.tariff.utility);
  const items = itemsText(fixedKinds, telling);
  return [items === null ? voice.t('no-fixed', { utility }) : voice.t('fixed', { utility, items })];
};

const taxesText = (telling: Telling): string[] => {
  const items = itemsText(new Set(['tax']), telling);
  return items === null ? [] : [telling.voice.t('taxes', { items })];
};

/** The price now, then the rest in a few short lines; the table shows all of it. */
const inForceText = (telling: Telling): string => {
  const { facts, asking, voice } = telling;
  const { utility, plan, validFrom } = facts.tariff;
  const named = voice.t('tariff', {
    utility: voice.t(utility),
    name: safe(voice.named(plan.name)),
    link: tariffsLink,
    day: asking.write.day(validFrom),
  });
  const [first, ...others] = nowText(telling);
  return [first, '', ...[named, ...others, ...fixedText(telling)].map((line) => `- ${line}`)].join('\n');
};

const textOf = (ask: TariffIntent['ask'], telling: Telling): string => {
  const { facts, asking, voice } = telling;
  switch (ask) {
    case 'in-force':
      return inForceText(telling);
    case 'now':
      return nowText(telling).join(' ');
    case 'fixed':
      return [...fixedText(telling), ...taxesText(telling)].join(' ');
    case 'tomorrow':
      return hoursOfTomorrow(facts, asking, voice);
    case 'cheapest-hours':
      return extremeHours(facts, 'cheapest', asking, voice);
    case 'dearest-hours':
      return extremeHours(facts, 'dearest', asking, voice);
  }
};

const chargesTable = ({ rows, voice }: Telling): FoundResult['table'] => ({
  columns: [
    { title: voice.paper.t('what'), isNumber: false },
    { title: voice.paper.t('price'), isNumber: true },
  ],
  rows: rows.map(({ name, price }) => [name, price]),
});

const resultOf = (ask: TariffIntent['ask'], telling: Telling): FoundResult => {
  const { facts, asking, voice } = telling;
  const title = voice.t('title-tariff', {
    utility: voice.t(facts.tariff.utility),
    day: asking.write.day(ask === 'tomorrow' ? addDays(asking.home.today, 1) : asking.home.today),
  });
  const base: FoundResult = { tool: 'tariff', title, link: tariffsLink };
  if (ask === 'tomorrow') return base;
  if (ask !== 'cheapest-hours' && ask !== 'dearest-hours') {
    const table = chargesTable(telling);
    return table ? { ...base, table } : base;
  }
  if (facts.series.length > 0) return { ...base, series: hoursSeries(facts, asking, voice) };
  const table = hoursTable(facts, asking, voice);
  return table ? { ...base, table } : base;
};

const noneText = (utility: Utility | null, asking: Asking, voice: MoneyVoice): string => {
  const none = utility === null ? voice.t('no-tariff') : voice.t('no-tariff-of', { utility: voice.utility(utility) });
  return paragraphs([none, enterNote(asking, voice)], []);
};

const wordTariffs = (asking: Asking, all: readonly TariffFacts[], { ask, utility }: TariffIntent): OwnAnswer => {
  const voice = moneyVoice(asking);
  if (all.length === 0) return { text: noneText(utility, asking, voice), results: [] };
  const tellings = all.map((facts): Telling => {
    const { plan } = facts.tariff;
    return { facts, asking, voice, rows: chargeRows(facts.charges, { plan, voice, asking }) };
  });
  const isExample = all.some(({ tariff }) => tariff.isExample);
  return {
    text: [...tellings.map((one) => textOf(ask, one)), ...(isExample ? [note(voice.t('note-example'))] : [])].join(
      '\n\n',
    ),
    results: tellings.map((one) => resultOf(ask, one)),
  };
};

/** Hours are asked of what has prices by the hour, where no utility is named. */
const utilityOf = ({ ask, utility }: TariffIntent): Utility | null =>
  utility === null && (ask === 'cheapest-hours' || ask === 'dearest-hours' || ask === 'tomorrow')
    ? firstUtilityWith('hasCapacity')
    : utility;

const replyToTariff = async (asking: Asking, intent: TariffIntent): Promise<OwnAnswer> => {
  const utility = utilityOf(intent);
  return wordTariffs(asking, await readTariffFacts(asking.sources, asking.home, utility), { ...intent, utility });
};

const priceShape = z
  .strictObject({ beforeTaxes: shape.money, withTaxes: shape.money.nullable(), periods: z.array(z.string()) })
  .nullable()
  .meta({ id: 'price' });
const clock = z.string().describe('By the clock of the household.');
const spans = z.array(z.strictObject({ from: clock, to: clock, price: priceShape }));
const tariffShape = z.strictObject({
  utility: z.enum(utilityIds),
  name: z.string(),
  inForceSince: z.iso.date(),
  isExample: z.boolean(),
  currency: z.string(),
  unit: z.string(),
  series: z.array(z.string()).describe('Of a market, that its prices follow.'),
  priceNow: priceShape,
  changesAt: z.strictObject({ at: z.string(), to: priceShape }).nullable(),
  cheapestToday: spans,
  dearestToday: spans,
  charges: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      price: z.string(),
      ofUnits: z
        .strictObject({ from: z.string(), to: z.string().nullable(), unit: z.string() })
        .optional()
        .describe('Of a block; without an end: of all above it.'),
    }),
  ),
});

const priceFacts = (price: UnitPrice | null, currency: string, { write }: Asking): z.output<typeof priceShape> =>
  price && {
    beforeTaxes: toldAmount(write, price.price, currency),
    withTaxes: price.withTaxes === null ? null : toldAmount(write, price.withTaxes, currency),
    periods: [...price.periods],
  };

const spanFacts = ({ fromMs, toMs, price }: PriceSpan, currency: string, asking: Asking) => ({
  from: asking.write.time(fromMs),
  to: asking.write.time(toMs),
  price: priceFacts(price, currency, asking),
});

const factsOf = (
  { tariff, charges, now, change, week, series }: TariffFacts,
  asking: Asking,
): z.output<typeof tariffShape> => {
  const { plan, currency } = tariff;
  const voice = moneyVoice(asking);
  const today = week[0]?.spans ?? [];
  return {
    utility: tariff.utility,
    name: voice.named(plan.name),
    inForceSince: tariff.validFrom,
    isExample: tariff.isExample,
    currency,
    unit: plan.unit,
    series: [...series],
    priceNow: priceFacts(now, currency, asking),
    changesAt: change && { at: asking.write.dateTime(change.fromMs), to: priceFacts(change.price, currency, asking) },
    cheapestToday: extremeSpans(today, 'cheapest').map((span) => spanFacts(span, currency, asking)),
    dearestToday: extremeSpans(today, 'dearest').map((span) => spanFacts(span, currency, asking)),
    charges: chargeRows(charges, { plan, voice, asking }).map(({ charge, name, price, step }) => ({
      kind: charge.kind,
      name,
      price,
      ...(step && { ofUnits: step }),
    })),
  };
};

const tariffTool = createTool({
  name: 'tariff',
  tool: 'tariff',
  description:
    'Prices in force today: what a unit costs now, when that changes, the cheapest and dearest hours of today, standing charges and taxes.',
  args: { utility: z.enum(utilityIds).optional().describe('Left out: all that have a tariff.') },
  facts: z.strictObject({ tariffs: z.array(tariffShape) }),
  run: async (asking, args) => {
    const asked = args.utility ?? null;
    const all = await readTariffFacts(asking.sources, asking.home, asked);
    const [result] = wordTariffs(asking, all, { about: 'tariff', utility: asked, ask: 'in-force' }).results;
    if (!result) throw new ToolRefusal(asked === null ? noTariffRefusal : `No tariff is in force for ${asked}.`);
    return { facts: { tariffs: all.map((one) => factsOf(one, asking)) }, result };
  },
});

const afterTariff = (of: Of, { ask }: TariffIntent): readonly string[] => {
  if (ask === 'tomorrow') return plainly(of, 'cheapest', 'fixed', 'forecast');
  return ask === 'fixed' ? plainly(of, 'parts', 'cheapest', 'forecast') : plainly(of, 'tomorrow', 'fixed', 'forecast');
};

export const tariffTopic: Topic<'tariff'> = {
  about: 'tariff',
  rule: tariffRule,
  tells: 'figures',
  takes: 'tariff perUnit cost pay use electricity both kind:charger',
  takesFor: {
    'in-force': 'more less block changed day',
    now: 'now cheapHours dearHours cheapest dearest today',
    tomorrow: 'future when cheapHours dearHours cheapest dearest will hour kal',
    'cheapest-hours': 'cheapHours cheapest when hour day now isOn switchOn will dearHours week tips today move',
    'dearest-hours': 'dearHours dearest when hour day now cheapHours most tips negation today',
    fixed: 'fixed month day perMonth bill',
  },
  nextOf: afterTariff,
  tools: [tariffTool],
  reply: replyToTariff,
};
