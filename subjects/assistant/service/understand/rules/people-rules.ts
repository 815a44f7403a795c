/** Somebody needs help, or asks what a home's meters cannot know of others; and CO2, which its factors tell. Told in whatever language, whatever the page is in. */
import type { Asked, Rule } from '../asked.ts';
import { type Concept, fold } from '../lexicon.ts';
import { foldName, type Item } from '../reading.ts';
import { type Saying, says } from '../sayings.ts';
import { assumed } from '../times/spans.ts';
import { isStrange } from './one-part.ts';

const anySays = (text: string, key: Saying): boolean => says(text, 'any', key);

/** Folded words as they were typed: a mended spelling must not hide a fire. */
const saidIn = ({ said, home }: Asked): string => {
  // Of a device that is called "Smoke detector" much else may be asked.
  return home.devices.reduce((rest, { name }) => {
    const named = foldName(name).join(' ');
    return named.includes(' ') ? rest.replaceAll(` ${named} `, ' ') : rest;
  }, said);
};

/** The first that is said decides. */
const dangers = ['gas', 'fire', 'flood', 'shock', 'grave', 'unwell'] as const;

/** Danger is never explained away by what else is said; a shock or a pain may be that of a bill. */
export const safety: Rule = (asked) => {
  const text = saidIn(asked);
  const found = dangers.find((danger) => anySays(text, `danger.${danger}`));
  if (found === undefined) return null;
  if ((found === 'shock' || found === 'unwell') && anySays(text, 'danger.of-money')) return null;
  // "How much does it burn", "how much leaked at the socket": of figures.
  if ((found === 'flood' || found === 'fire') && asked.has('howMuch', 'most')) return null;
  return { about: 'safety', what: found };
};

/** To be set beside others is no prying into them; to be told what they use is. */
export const others: Rule = (asked) => {
  const text = saidIn(asked);
  const { has, utility } = asked;
  const isOfFigures = has('howMuch', 'use', 'cost', 'bill', 'average') || utility !== null;
  if (
    !anySays(text, 'others.homes') ||
    !(anySays(text, 'others.beside') || (isOfFigures && !has('show', 'list', 'device', 'bill')))
  )
    return null;
  const isOnlyThat = asked.reading.items
    .filter(({ concepts }) => concepts.has('hostile'))
    .every(({ text: hostile }) => anySays(hostile, 'others.homes'));
  return isOnlyThat ? { about: 'impossible', why: 'others', named: null } : null;
};

export const carbon: Rule = ({ said, text, has, period, isFuture, home, utility, rooms, devices }) => {
  // Advice on using less holds for it too.
  if (!anySays(said, 'carbon') || (has('tips') && anySays(text, 'carbon.advice'))) return null;
  if (isFuture) return { about: 'impossible', why: 'future', named: null };
  // It is no gas that anybody measures, and no room.
  const isName = anySays(said, 'greenhouse');
  // Rooms and devices are no part of it: what came from the grid is known of the home alone.
  if (!isName && rooms.length + devices.length > 0) return { about: 'impossible', why: 'outside', named: null };
  return { about: 'co2', period: period ?? assumed('this-month', home.today), utility: isName ? null : utility };
};

// What is refused: other homes, secrets, and orders to be somebody else.

/** Text that makes as if somebody else had spoken: the names of these are the same in every language. */
const speaker = /(?:^|[\s[<#])(?:assistant|system|developer)[\]>]?\s*:/i;

const isOfTime = (concept: Concept): boolean => /^(?:m\d+|day|week|month|year|hour|nth|ago)$/.test(concept);

/** "Home 3 November" is of a day. */
const isOfDate = (items: readonly Item[], at: number): boolean => {
  const next = items[at + 1]?.text === 'de' ? items[at + 2] : items[at + 1];
  return /^\d+$/.test(items[at]?.text ?? '') && [...(next?.concepts ?? [])].some(isOfTime);
};

/** Beside each word that nothing here has, that it may be a name: "mrs patel|NAME", "sarah|STRANGE's house"; what was mended may be one too. */
const withNames = ({ reading: { items }, typed: question, home }: Asked): string => {
  const own = new Set(foldName(home.name));
  const owners = new Set([...question.matchAll(/(\p{L}+)['’]s(?!\p{L})/gu)].map(([, owner = '']) => owner));
  const words = items.map((item, at) => {
    if (isOfDate(items, at)) return 'DATE';
    const isCapital = /^\p{Lu}/u.test(item.typed);
    const typed = fold(item.typed);
    const isName = !own.has(typed) && (isStrange(item) || (isCapital && typed !== item.text));
    const name = isCapital ? 'NAME' : 'STRANGE';
    const isOwner = owners.has(item.typed);
    return isName || isOwner ? `${item.text}|${isName ? name : item.text}${isOwner ? "'s" : ''}` : item.text;
  });
  return `, ${words.join(' ')} ,`;
};

/** "Our government" is not that of somebody who says that he comes from there. */
const isInOffice = (text: string): boolean => anySays(text, 'refused.in-office') && !anySays(text, 'refused.own');

export const refused: Rule = (asked) => {
  const { has, reading, text, typed } = asked;
  const named = withNames(asked);
  if (anySays(named, 'refused.somebody') || anySays(named, 'refused.number')) return { about: 'refused' };
  if (speaker.test(typed) || isInOffice(text)) return { about: 'refused' };
  const said = reading.items.filter(({ concepts }) => concepts.has('hostile'));
  const areAll = (key: Saying): boolean => said.every((item) => anySays(item.text, key));
  // Of one's own devices it is no misuse.
  if (has('device') && said.length > 0 && areAll('refused.all-of-it'))
    return { about: 'impossible', why: 'setting', named: null };
  // To change one's own password is a setting; to be told one is not.
  const isOwn = has('setting') && areAll('refused.own-secret');
  return said.length > 0 && !isOwn ? { about: 'refused' } : null;
};
