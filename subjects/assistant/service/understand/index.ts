/** What a person means, in English, Spanish or Hindi: without a provider, and without looking at anything but the household's own names. */
import type { Language } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { type AskedUnit, askedUnits, type Caveat, type Intent, type Understood } from '../intent.ts';
import { rules } from '../topics.ts';
import { ask, type Asked, type Rule, unknown } from './asked.ts';
import { chosenOf } from './rules/one-part.ts';
import { agreed, followUp, inContext, kept, putRight, undone } from './follow-up.ts';
import { leftover } from './leftover.ts';
import { caveatsOf, withinLimits } from './limits.ts';
import { isActDenied, leftOutOf } from './negation.ts';
import { switchedBut } from './rules/device-rules.ts';
import { others, refused, safety } from './rules/people-rules.ts';
import { command } from './rules/small-talk.ts';
import { totalWithout } from './rules/usage-rules.ts';

/** Before all topics; the first that has an answer decides. */
const firstRules: readonly Rule[] = [safety, others, refused, command, agreed, undone, kept, followUp];

const firstOf = (some: readonly Rule[], asked: Asked): Intent | null => {
  for (const rule of some) {
    const intent = rule(asked);
    if (intent !== null) return intent;
  }
  return null;
};

const decide = (asked: Asked): Intent => firstOf(firstRules, asked) ?? firstOf(rules, inContext(asked)) ?? unknown;

const needsNoFigures: ReadonlySet<Intent['about']> = new Set([
  'safety',
  'refused',
  'left-as-is',
  'alerts',
  'tips',
  'help',
]);

/** "Not the kitchen, the bathroom": what is left out was only put right. */
const isInstead = (asked: Asked, rest: Asked): boolean => {
  const countOf = ({ rooms, devices }: Asked): number => rooms.length + devices.length;
  return countOf(rest) > 0 && countOf(asked) > countOf(rest);
};

const within = (asked: Asked): Intent => withinLimits(decide(asked), asked);

/** Nothing that was said is passed over in silence. */
const told = (intent: Intent, asked: Asked): Caveat[] => {
  const caveats = caveatsOf(intent, asked);
  const left = leftover(asked, intent);
  return left.length === 0 || caveats.some(({ kind }) => kind === 'left-out')
    ? caveats
    : [{ kind: 'left-out', words: left.join(', ') }, ...caveats];
};

/** "In gallons"; not that of "15 kWh". */
const unitIn = ({ reading: { items } }: Asked): AskedUnit | undefined =>
  askedUnits.find((unit) =>
    items.some(({ concepts }, at) => concepts.has(`unit:${unit}`) && !/^\d/.test(items[at - 1]?.text ?? '')),
  );

/** `previous`: what was understood just before; "and yesterday?" goes on from it. */
export const understand = (
  text: string,
  language: Language,
  home: Home,
  previous: Intent | null = null,
): Understood => {
  const asked = ask(text, language, home, previous);
  const chosen = previous?.about === 'unclear' ? chosenOf(asked, previous.choices) : null;
  if (chosen !== null) return understand(chosen, asked.language, home);
  const instead = putRight(asked);
  if (instead !== null) return understand(instead, asked.language, home, previous);
  const but = switchedBut(asked);
  if (but !== null) return { intent: but, caveats: [], language: asked.language };
  const whole = within(asked);
  const leftOut = needsNoFigures.has(whole.about) || isActDenied(asked) ? null : leftOutOf(asked);
  if (leftOut === null)
    return { intent: whole, caveats: told(whole, asked), language: asked.language, unit: unitIn(asked) };
  const rest = { ...ask(leftOut.rest, asked.language, home, previous), language: asked.language };
  const given = within(rest);
  const less = totalWithout(given, ask(leftOut.words, asked.language, home, null));
  const intent = less ?? given;
  const caveats: Caveat[] = less !== null || isInstead(asked, rest) ? [] : [{ kind: 'left-out', words: leftOut.words }];
  return { intent, caveats: [...caveats, ...told(intent, rest)], language: asked.language, unit: unitIn(rest) };
};
