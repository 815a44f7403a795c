/** Somebody needs help, or asks what a home's meters cannot know of others; and CO2, which its factors tell. Told in whatever language, whatever the page is in. */
import { type Asked, fits, impossible, type Rule } from '../asked.ts';
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
const dangers = ['gas', 'fire', 'flood', 'shock', 'grave', 'unwell', 'warm'] as const;

/** Danger is never explained away by what else is said; a shock or a pain may be that of a bill. */
export const safety: Rule = (asked) => {
  const said: Asked = { ...asked, text: saidIn(asked) };
  const found = dangers.find((danger) => fits(said, `~danger.${danger}`));
  if (found === undefined) return null;
  if ((found === 'shock' || found === 'unwell') && fits(said, '~danger.of-money')) return null;
  // "How much does it burn", "how much leaked at the socket": of figures.
  if (['flood', 'fire', 'warm'].includes(found) && fits(asked, 'howMuch|most')) return null;
  return { about: 'safety', what: found };
};

/** To be set beside others is no prying into them; to be told what they use is. */
export const others: Rule = (asked) => {
  const isOfOthers = fits(
    { ...asked, text: saidIn(asked) },
    '~others.homes ~others.beside',
    '~others.homes howMuch|use|cost|average|@utility !show|list|device|bill',
  );
  const isOnlyThat = asked.reading.items
    .filter(({ concepts }) => concepts.has('hostile'))
    .every(({ text }) => anySays(text, 'others.homes'));
  return isOfOthers && isOnlyThat ? impossible('others') : null;
};

export const carbon: Rule = (asked) => {
  const { said, period, home, utility } = asked;
  // Advice on using less holds for it too.
  if (!anySays(said, 'carbon') || fits(asked, 'tips ~carbon.advice')) return null;
  if (asked.isFuture) return impossible('future');
  // It is no gas that anybody measures, and no room.
  const isName = anySays(said, 'greenhouse');
  // Rooms and devices are no part of it: what came from the grid is known of the home alone.
  if (!isName && fits(asked, '@part')) return impossible('outside');
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

export const refused: Rule = (asked) => {
  const { reading, typed } = asked;
  const named = { ...asked, text: withNames(asked) };
  // "Our government" is not that of somebody who says that he comes from there.
  if (fits(named, '~refused.somebody|~refused.number') || fits(asked, '~refused.in-office !~refused.own'))
    return { about: 'refused' };
  if (speaker.test(typed)) return { about: 'refused' };
  const said = reading.items.filter(({ concepts }) => concepts.has('hostile'));
  if (said.length === 0) return null;
  const areAll = (key: Saying): boolean => said.every((item) => anySays(item.text, key));
  // Of one's own devices it is no misuse.
  if (asked.has('device') && areAll('refused.all-of-it')) return impossible('setting');
  // To change one's own password is a setting; to be told one is not.
  return asked.has('setting') && areAll('refused.own-secret') ? null : { about: 'refused' };
};
