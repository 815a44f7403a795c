/** Answers that need no figures: help, greetings, what the home has, and what cannot be answered. */
import type { Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { canBeSwitched, wholeHome } from '../home.ts';
import { escapeMarkdown } from '../writer.ts';
import type { Caveat, Intent } from '../intent.ts';
import { linkedDevice, paragraphs, roomText, someOf } from '../usage/phrases.ts';
import type { Topic } from '../topic.ts';
import {
  household as householdRule,
  outside as outsideRule,
  smallTalk as smallTalkRule,
} from '../understand/rules/small-talk.ts';
import { maxSuggestions, type NextAsked, type Of, plainly, switchExample } from './suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    household: { readonly ask: 'rooms' | 'name' | 'time' };
    help: unknown;
    greeting: unknown;
    thanks: unknown;
    /** Several things of the household have that name: each choice is a question that can be asked instead. */
    unclear: { readonly what: 'device' | 'room' | 'period' | 'switch'; readonly choices: readonly string[] };
    impossible: {
      /** `unknown-room`, `unknown-device`: `named` is how it was called; `utility`: no such one is measured. */
      readonly why: 'future' | 'unknown-room' | 'unknown-device' | 'utility' | 'outside' | 'setting' | 'others';
      readonly named: string | null;
    };
    /** Somebody is in danger, or not well: it is told whom to call, and nothing else. */
    safety: { readonly what: 'fire' | 'gas' | 'shock' | 'flood' | 'grave' | 'unwell' };
    /** Something is not to be switched: nothing is. */
    'left-as-is': unknown;
    /** Another household, secrets, orders to be somebody else. */
    refused: unknown;
    beyond: { readonly what: 'weather' | 'health' | 'politics' | 'world' | 'help-at-home' };
    unknown: unknown;
  }
}

export const talkTexts = (language: Language) => textsIn(language, 'replies', 'talk');

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const said = (text: string, results: readonly FoundResult[] = []): OwnAnswer => ({ text, results });

export const helpText = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('help-tips'), t('help-commands'), t('help-lead'));
};

/** Where one number is for all emergencies and it is not 112; elsewhere 112 is called from any mobile phone. */
const emergencyNumbers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'US CA MX AR BO BS BZ CR DM DO EC GD GT GY HN HT KN LC NI PA PE PR PY SV UY VC VE VI PH'
      .split(' ')
      .map((country) => [country, '911']),
  ),
  AU: '000',
  BR: '190',
  CO: '123',
  CL: '133',
  GB: '999',
  JP: '119',
  NZ: '111',
};

export const safetyText = (
  language: Language,
  { what }: Pick<Intent<'safety'>, 'what'>,
  country: string | null,
): string => {
  const t = talkTexts(language);
  return t(`safety-${what}`, { number: emergencyNumbers[country ?? ''] ?? '112' });
};

const replyToLeftAsIs = (asking: Asking): OwnAnswer => {
  const { home, language } = asking;
  const t = talkTexts(language);
  return said(home.devices.some(canBeSwitched) ? paragraphs(t('left-as-is'), t('left-as-is-else')) : t('left-as-is'));
};

const maxSwitchable = 6;

/** Nobody said what: devices that can be switched. */
const switchText = (asking: Asking): string => {
  const { home, language } = asking;
  const t = talkTexts(language);
  const devices = home.devices.filter((one) => canBeSwitched(one) && one.room !== wholeHome);
  if (devices.length === 0) return t('switch-none');
  const list = someOf(asking, devices, maxSwitchable, ({ name }) => escapeMarkdown(name));
  return t('unclear-switch-which', { list });
};

const replyToUnclear = (asking: Asking, { what, choices }: Intent<'unclear'>): OwnAnswer => {
  const { language } = asking;
  if (what === 'switch' && choices.length === 0) return said(switchText(asking));
  // As many as there is room for are pressed.
  const more = choices.length > maxSuggestions ? bullets(choices.map(escapeMarkdown)) : null;
  return said(paragraphs(talkTexts(language)(`unclear-${what}`), more));
};

const roomsText = (asking: Asking): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  const { rooms } = home;
  if (rooms.length === 0) return t('rooms-none');
  const list = write.list(rooms.map((room) => roomText(asking, room)));
  return t('rooms-have', { count: rooms.length, counted: write.number(rooms.length), list });
};

const maxNamed = 8;

const devicesText = (asking: Asking): string => {
  const { home, language } = asking;
  const t = talkTexts(language);
  if (home.devices.length === 0) return t('devices-have-none');
  return t('devices-have', { list: someOf(asking, home.devices, maxNamed, ({ id }) => linkedDevice(asking, id)) });
};

const replyToHousehold = (asking: Asking, { ask }: Intent<'household'>): OwnAnswer => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  if (ask === 'rooms') return said(roomsText(asking));
  if (ask === 'name') {
    const name = escapeMarkdown(home.name);
    return said(name === '' ? t('household-unnamed') : t('household-name', { name }));
  }
  return said(
    t('household-time', {
      time: write.time(home.nowMs),
      day: write.day(home.today),
      zone: escapeMarkdown(home.timeZone),
    }),
  );
};

const maxNameLength = 40;

/** What has to be known before the answer is read. */
export const caveatText = ({ home, language, write }: Asking, caveat: Caveat): string => {
  const t = talkTexts(language);
  if (caveat.kind === 'left-out') return t('caveat-left-out', { words: calledText(caveat.words) });
  return caveat.kind === 'kal' ? t('caveat-kal', { day: write.day(addDays(home.today, -1)) }) : t('caveat-open-cycle');
};

/** As somebody called it: short, and never more than a name. */
const calledText = (named: string | null): string => escapeMarkdown((named ?? '').slice(0, maxNameLength));

const replyToImpossible = (asking: Asking, { why, named }: Intent<'impossible'>): OwnAnswer => {
  const { language } = asking;
  const t = talkTexts(language);
  const called = calledText(named);
  switch (why) {
    case 'unknown-room':
      return said(
        paragraphs(
          called === '' ? t('impossible-room-unnamed') : t('impossible-room', { named: called }),
          roomsText(asking),
        ),
      );
    case 'unknown-device':
      return said(
        paragraphs(
          called === '' ? t('impossible-device-unnamed') : t('impossible-device', { named: called }),
          devicesText(asking),
        ),
      );
    // Where it is answered from the comparison, it does not come here.
    case 'others':
    case 'outside':
      return said(textsIn(language, 'replies', 'beyond')('world'));
    case 'future':
      return said(t('impossible-future'));
    case 'utility':
    case 'setting':
      return said(t(`impossible-${why}`, { named: called }));
  }
};

const atFirst: readonly NextAsked[] = ['today', 'compare', 'forecast'];

const afterImpossible = (of: Of, { why }: Intent<'impossible'>): string[] => {
  if (why === 'setting') return [];
  return plainly(of, ...(why === 'future' ? (['forecast', 'tomorrow', 'compare'] as const) : atFirst));
};

const afterUnclear = (of: Of, { what, choices }: Intent<'unclear'>): readonly string[] => {
  if (choices.length > 0) return choices;
  return what === 'switch' ? switchExample(of) : plainly(of, ...atFirst);
};

/** Of one sentence. */
const inWords = <About extends 'greeting' | 'thanks' | 'refused' | 'unknown'>(
  about: About,
  more: Partial<Topic<About>> = {},
): Topic<About> => ({
  about,
  tells: 'words',
  reply: ({ language }) => said(talkTexts(language)(about)),
  ...more,
});

export const householdTopic: Topic<'household'> = {
  about: 'household',
  rule: householdRule,
  tells: 'state',
  takes: 'timeOf nameOf roomsOf room day now count when',
  next: ['today', 'now', 'on'],
  reply: replyToHousehold,
};

export const helpTopic: Topic<'help'> = {
  about: 'help',
  tells: 'words',
  next: atFirst,
  reply: ({ language }) => said(helpText(language)),
};

export const greetingTopic = inWords('greeting', { rule: smallTalkRule, next: atFirst });
export const thanksTopic = inWords('thanks');
export const refusedTopic = inWords('refused');
export const unknownTopic = inWords('unknown', { next: atFirst });

export const unclearTopic: Topic<'unclear'> = {
  about: 'unclear',
  tells: 'words',
  nextOf: afterUnclear,
  reply: replyToUnclear,
};

export const impossibleTopic: Topic<'impossible'> = {
  about: 'impossible',
  tells: 'words',
  nextOf: afterImpossible,
  reply: (asking, intent, reply) =>
    intent.why === 'others'
      ? reply(asking, { about: 'others', part: { utility: null, room: null, device: null } })
      : replyToImpossible(asking, intent),
};

export const safetyTopic: Topic<'safety'> = {
  about: 'safety',
  tells: 'words',
  reply: ({ language, home }, intent) => said(safetyText(language, intent, home.country)),
};

export const leftAsIsTopic: Topic<'left-as-is'> = { about: 'left-as-is', tells: 'words', reply: replyToLeftAsIs };

export const beyondTopic: Topic<'beyond'> = {
  about: 'beyond',
  rule: outsideRule,
  tells: 'words',
  next: ['today', 'forecast', 'alerts'],
  reply: ({ language }, { what }) => said(textsIn(language, 'replies', 'beyond')(what)),
};
