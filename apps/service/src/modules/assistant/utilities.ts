/** Utilities as a question asks of them, where null stands for all, and as texts and figures for programs name them. */
import { factsOf, hasTrait, type Utility, utilityIds, type UtilityTrait } from '@wattershed/catalogue';

export const utilitiesAsked = (utility: Utility | null): readonly Utility[] =>
  utility === null ? utilityIds : [utility];

/** Whether one that is asked of is so. */
export const isAnyAsked = (utility: Utility | null, trait: UtilityTrait): boolean =>
  utilitiesAsked(utility).some((one) => hasTrait(one, trait));

/** "electricity and water": for programs, which are told in English. */
export const utilityList = new Intl.ListFormat('en-GB').format(utilityIds);

/** An amount in metric units, whatever the household counts in: the unit stands in the name of the figure. */
export const toldIn = (utility: Utility) => factsOf(utility).amount.metric;

/** `W`, `L_per_min`. */
export const rateKey = (utility: Utility): string => factsOf(utility).flow.unit.replace('/', '_per_');
