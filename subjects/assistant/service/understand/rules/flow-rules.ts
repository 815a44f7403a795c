/** What a home made, stored and gave back, and how far it gets by itself. */
import { hasTrait } from '#catalogue/index.ts';
import type { Intent } from '../../intent.ts';
import type { Asked, Rule } from '../asked.ts';
import { says } from '../sayings.ts';
import { assumed } from '../times/spans.ts';

type FlowsAsk = Extract<Intent, { about: 'flows' }>['ask'];

/** The first that is named decides: what came out of the battery is more than what was drawn. */
const asks: readonly FlowsAsk[] = [
  'self-sufficiency',
  'self-use',
  'discharged',
  'charged',
  'returned',
  'produced',
  'drawn',
];

/** Of money, of a bill, of a plug that charges a car and of what is to be set something else is told. */
const isOfElse = ({ has, utility, devices }: Asked): boolean =>
  has('bill', 'cost', 'pay', 'tariff', 'budget', 'switchOn', 'switchOff', 'explain', 'tips', 'leak', 'alerts') ||
  // How much was exported is no wish to export anything.
  (has('setting') && !has('howMuch', 'which')) ||
  (utility !== null && !hasTrait(utility, 'isTwoWay')) ||
  devices.length > 0;

export const flows: Rule = (asked) => {
  const { said, has, period, isFuture, home } = asked;
  if (isOfElse(asked) || has('why')) return null;
  const own = (home.flows ?? []).length > 0;
  // The sun alone names what it makes, in a home that has it.
  const ofSun = own && says(said, 'any', 'flows.sun') ? 'produced' : null;
  const found = asks.find((one) => says(said, 'any', `flows.${one}`)) ?? ofSun;
  if (found === null) return null;
  // The sun is told of as what is not measured here, where nothing measures it.
  if (!own && has('otherUtility')) return null;
  const isAsked =
    has('howMuch', 'show', 'use', 'electricity', 'average') || period !== null || found.startsWith('self');
  if (!isAsked && !own) return null;
  if (isFuture) return { about: 'impossible', why: 'future', named: null };
  return { about: 'flows', ask: found, period: period ?? assumed('this-month', home.today) };
};
