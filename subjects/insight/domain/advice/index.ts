/** Each advice once, as one value; a new one is a value here, or a file where it is worked out at length. */
import { languageIds, utilityWithStandby, type Words } from '#catalogue/index.ts';
import { defineAdvice } from './advice.ts';
import { cheaperHours } from './cheaper-hours.ts';
import { fixtures } from './fixtures.ts';

/**
 * The mean of 70,000 homes in northern California: P. Delforge, L. Schmidt and S. Schmidt, "Home Idle Load", NRDC issue paper
 * 15-03-a, May 2015. There is none by country that is measured in the same way.
 */
export const publishedWatts = 164;

/** What is above the published mean, not all of it: a router and a fridge stay on. */
const alwaysOn = defineAdvice({
  id: 'always-on',
  effort: 'minutes',
  find: ({ alwaysOn: found }) => {
    if (found === null || found.watts <= publishedWatts) return [];
    const perMonth = (found.month * (found.watts - publishedWatts)) / found.watts;
    return [
      { utility: utilityWithStandby, perMonth, figures: { watts: Math.round(found.watts), published: publishedWatts } },
    ];
  },
});

/** Water that does not stop: what a month of it costs is what its repair saves. */
const runningLeak = defineAdvice({
  id: 'running-leak',
  effort: 'repair',
  find: ({ leaks }) =>
    leaks.flatMap(({ meterId, device, utility, litresPerHour, month }) =>
      month === null ? [] : [{ meterId, device, utility, perMonth: month, figures: { litresPerHour } }],
    ),
});

/** More is contracted than a year's highest quarter-hour needed, with a quarter of it to spare. */
const powerTooHigh = defineAdvice({
  id: 'power-too-high',
  effort: 'call',
  find: ({ power }) => {
    if (power === null || power.fitting === null || power.daysOver > 0) return [];
    const { utility, contracted, peak, fitting } = power;
    if (fitting.kW >= contracted) return [];
    return [{ utility, perMonth: fitting.perYear / 12, figures: { contracted, peak, fitting: fitting.kW } }];
  },
});

/** A single day may be a reading that is wrong. */
const minDaysOver = 3;

/** Less is contracted than was needed, on several days: it costs something, and nothing trips any more. */
const powerTooLow = defineAdvice({
  id: 'power-too-low',
  effort: 'call',
  mayCost: true,
  find: ({ power }) => {
    if (power === null || power.fitting === null || power.daysOver < minDaysOver) return [];
    const { utility, contracted, peak, fitting, daysOver } = power;
    if (fitting.kW <= contracted) return [];
    return [{ utility, perMonth: fitting.perYear / 12, figures: { contracted, peak, fitting: fitting.kW, daysOver } }];
  },
});

/** Less is gone with the next change of prices. */
const minShare = 0.03;

/** In each language of the product, for whoever reads it. */
const namesOf = (name: Words): Record<string, string> =>
  Object.fromEntries(
    languageIds.map((language) => [
      `tariff-${language}`,
      typeof name === 'string' ? name : (name[language] ?? name.en),
    ]),
  );

/** What the same twelve months would have cost under a tariff that anyone of the country can choose. */
const betterTariff = defineAdvice({
  id: 'better-tariff',
  effort: 'call',
  find: ({ tariffs }) => {
    if (tariffs === null) return [];
    const { utility, own, others } = tariffs;
    const [best] = [...others].sort((a, b) => a.year - b.year);
    if (best === undefined || best.year > own * (1 - minShare)) return [];
    return [
      {
        utility,
        perMonth: (own - best.year) / 12,
        figures: { ...namesOf(best.name), own: own.toFixed(2), other: best.year.toFixed(2) },
      },
    ];
  },
});

/** A block ahead in which each unit costs more: what is used beyond it is what can be saved. */
const dearerBlock = defineAdvice({
  id: 'dearer-block',
  effort: 'habit',
  find: ({ blocks }) =>
    blocks.map(({ utility, day, above, unit, rate, nextRate, more }) => ({
      utility,
      perMonth: more,
      figures: { day, above, unit, rate, nextRate },
    })),
});

export const allAdvice = [
  alwaysOn,
  runningLeak,
  powerTooHigh,
  powerTooLow,
  cheaperHours,
  betterTariff,
  fixtures,
  dearerBlock,
] as const;

export type AdviceId = (typeof allAdvice)[number]['id'];
