/** Prices in force, for a program. */
import { utility } from '@wattershed/contracts';
import type { UnitPrice } from '../facts/price-now.ts';
import { extremeSpans, type PriceSpan, readTariffFacts, type TariffFacts } from '../facts/tariff.ts';
import type { Asking } from '../own-answer.ts';
import { chargeRows } from '../replies/charge-words.ts';
import { moneyVoice } from '../replies/money-voice.ts';
import { wordTariffs } from '../replies/tariff.ts';
import { noTariffRefusal, toldAmount } from './money-facts.ts';
import { createTool, ToolRefusal } from './tool.ts';

const priceFacts = (price: UnitPrice | null, currency: string, { write }: Asking) =>
  price && {
    beforeTaxes: toldAmount(write, price.price, currency),
    withTaxes: price.withTaxes === null ? null : toldAmount(write, price.withTaxes, currency),
    periods: price.periods,
  };

const spanFacts = ({ fromMs, toMs, price }: PriceSpan, currency: string, asking: Asking) => ({
  from: asking.write.time(fromMs),
  to: asking.write.time(toMs),
  price: priceFacts(price, currency, asking),
});

const factsOf = ({ tariff, charges, now, change, week }: TariffFacts, asking: Asking) => {
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
    priceNow: priceFacts(now, currency, asking),
    changesAt: change && { at: asking.write.dateTime(change.fromMs), to: priceFacts(change.price, currency, asking) },
    cheapestToday: extremeSpans(today, 'cheapest').map((span) => spanFacts(span, currency, asking)),
    dearestToday: extremeSpans(today, 'dearest').map((span) => spanFacts(span, currency, asking)),
    charges: chargeRows(charges, { plan, voice, asking }).map(({ charge, name, price }) => ({
      kind: charge.kind,
      name,
      price,
    })),
  };
};

export const tariffTool = createTool({
  name: 'tariff',
  tool: 'tariff',
  description:
    'Prices in force today: what a unit costs now, when that changes, the cheapest and dearest hours of today, standing charges and taxes.',
  args: { utility: utility.optional().describe('Left out: all that have a tariff.') },
  run: async (asking, args) => {
    const asked = args.utility ?? null;
    const all = await readTariffFacts(asking.sources, asking.home, asked);
    const [result] = wordTariffs(asking, all, { about: 'tariff', utility: asked, ask: 'in-force' }).results;
    if (!result) throw new ToolRefusal(asked === null ? noTariffRefusal : `No tariff is in force for ${asked}.`);
    return { facts: { tariffs: all.map((one) => factsOf(one, asking)) }, result };
  },
});
