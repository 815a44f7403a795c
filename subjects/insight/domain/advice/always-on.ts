import { utilityWithStandby } from '#catalogue/index.ts';
import { defineAdvice } from './advice.ts';

/**
 * The mean of 70,000 homes in northern California: P. Delforge, L. Schmidt and S. Schmidt, "Home Idle Load", NRDC issue paper
 * 15-03-a, May 2015. There is none by country that is measured in the same way.
 */
export const publishedWatts = 164;

/** What is above the published mean, not all of it: a router and a fridge stay on. */
export const alwaysOn = defineAdvice({
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
