import { languageIds, type Words } from '#catalogue/index.ts';
import { defineAdvice } from './advice.ts';

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
export const betterTariff = defineAdvice({
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
