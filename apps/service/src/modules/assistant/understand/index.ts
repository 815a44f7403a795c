/** What a person means, in English, Spanish or Hindi: without a provider, and without looking at anything but the household's own names. */
import type { Home } from '../home.ts';
import type { Language, Question, Understood } from '../question.ts';
import { type Asked, ask, type Rule, unknown } from './asked.ts';
import { chosenOf } from './choices.ts';
import { followUp } from './follow-up.ts';
import { bill } from './rules/bills.ts';
import { costs } from './rules/costs.ts';
import { dearest } from './rules/dearest.ts';
import { deviceList, deviceState } from './rules/devices.ts';
import { oddDay } from './rules/odd-days.ts';
import { hours, tariff } from './rules/tariff.ts';
import { alerts, leak, tips } from './rules/notices.ts';
import {
  command,
  degrees,
  explained,
  household,
  otherUtility,
  outside,
  setting,
  smallTalk,
} from './rules/small-talk.ts';
import { refused } from './rules/refused.ts';
import { switched } from './rules/switching.ts';
import { compare, compareParts, now, usage } from './rules/usage.ts';

/** The first that has an answer decides. */
const rules: readonly Rule[] = [
  refused,
  command,
  followUp,
  smallTalk,
  household,
  degrees,
  outside,
  explained,
  switched,
  setting,
  otherUtility,
  oddDay,
  dearest,
  hours,
  tips,
  leak,
  deviceState,
  alerts,
  costs,
  tariff,
  bill,
  deviceList,
  compareParts,
  compare,
  now,
  usage,
];

const decide = (asked: Asked): Question => {
  for (const rule of rules) {
    const question = rule(asked);
    if (question !== null) return question;
  }
  return unknown;
};

/** `previous`: what was understood just before; "and yesterday?" goes on from it. */
export const understand = (
  text: string,
  language: Language,
  home: Home,
  previous: Question | null = null,
): Understood => {
  const asked = ask(text, language, home, previous);
  const chosen = previous?.about === 'unclear' ? chosenOf(asked, previous.choices) : null;
  if (chosen !== null) return understand(chosen, asked.language, home);
  return { question: decide(asked), language: asked.language };
};
