/** Answers that need no figures: help, greetings, what the home has, and what cannot be answered. */
import type { Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking } from '../asking.ts';
import { canBeSwitched, wholeHome } from '../home.ts';
import { escapeMarkdown } from '../writer.ts';
import type { Caveat, Intent, Intents } from '../intent.ts';
import type { Topic } from '../topic.ts';
import * as smallTalk from '../understand/rules/small-talk.ts';
import { bullets, everything, paragraphs, said, voiceOf } from '../usage/phrases.ts';
import { maxSuggestions, type NextAsked, plainly, switchExample } from './suggestions.ts';

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
    safety: { readonly what: 'fire' | 'warm' | 'gas' | 'shock' | 'flood' | 'grave' | 'unwell' };
    /** Something is not to be switched: nothing is. */
    'left-as-is': unknown;
    /** Another household, secrets, orders to be somebody else. */
    refused: unknown;
    beyond: { readonly what: 'weather' | 'health' | 'politics' | 'world' | 'help-at-home' };
    unknown: unknown;
  }
}

export const talkTexts = (language: Language) => textsIn(language, 'replies', 'talk');

export const helpText = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('help-tips'), t('help-commands'), t('help-lead'));
};

/** Where one number is for all emergencies and it is not 112; elsewhere 112 is called from any mobile phone. */
const emergencyNumbers: Readonly<Record<string, string>> = {
  '000': 'AU',
  '111': 'NZ',
  '119': 'JP',
  '123': 'CO',
  '133': 'CL',
  '190': 'BR',
  '911': 'US CA MX AR BO BS BZ CR DM DO EC GD GT GY HN HT KN LC NI PA PE PR PY SV UY VC VE VI PH',
  '999': 'GB',
};

export const safetyText = (
  language: Language,
  { what }: Pick<Intent<'safety'>, 'what'>,
  country: string | null,
): string => {
  const numbers = Object.entries(emergencyNumbers);
  const [number] = numbers.find(([, countries]) => countries.split(' ').includes(country ?? '')) ?? ['112'];
  return talkTexts(language)(`safety-${what}`, { number });
};

const maxNamed = { switchable: 6, devices: 8 };

/** Nobody said what: devices that can be switched. */
const switchText = (asking: Asking): string => {
  const t = talkTexts(asking.language);
  const devices = asking.home.devices.filter((one) => canBeSwitched(one) && one.room !== wholeHome);
  if (devices.length === 0) return t('switch-none');
  const list = voiceOf(asking).some(devices, maxNamed.switchable, ({ name }) => escapeMarkdown(name));
  return t('unclear-switch-which', { list });
};

const unclearText = (asking: Asking, { what, choices }: Intent<'unclear'>): string => {
  if (what === 'switch' && choices.length === 0) return switchText(asking);
  // As many as there is room for are pressed.
  const more = choices.length > maxSuggestions && bullets(choices.map(escapeMarkdown));
  return paragraphs(talkTexts(asking.language)(`unclear-${what}`), more);
};

const roomsText = (asking: Asking): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  const { rooms } = home;
  if (rooms.length === 0) return t('rooms-none');
  const list = write.list(rooms.map(voiceOf(asking).room));
  return t('rooms-have', { count: rooms.length, counted: write.number(rooms.length), list });
};

const devicesText = (asking: Asking): string => {
  const { devices } = asking.home;
  const t = talkTexts(asking.language);
  if (devices.length === 0) return t('devices-have-none');
  const voice = voiceOf(asking);
  return t('devices-have', { list: voice.some(devices, maxNamed.devices, ({ id }) => voice.linkedDevice(id)) });
};

const householdText = (asking: Asking, { ask }: Intent<'household'>): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  if (ask === 'rooms') return roomsText(asking);
  if (ask === 'time')
    return t('household-time', {
      time: write.time(home.nowMs),
      day: write.day(home.today),
      zone: escapeMarkdown(home.timeZone),
    });
  const name = escapeMarkdown(home.name);
  return name === '' ? t('household-unnamed') : t('household-name', { name });
};

const maxNameLength = 40;

/** As somebody called it: short, and never more than a name. */
const calledText = (named: string | null): string => escapeMarkdown((named ?? '').slice(0, maxNameLength));

/** What has to be known before the answer is read. */
export const caveatText = ({ home, language, write }: Asking, caveat: Caveat): string => {
  const t = talkTexts(language);
  if (caveat.kind === 'left-out') return t('caveat-left-out', { words: calledText(caveat.words) });
  return caveat.kind === 'kal' ? t('caveat-kal', { day: write.day(addDays(home.today, -1)) }) : t('caveat-open-cycle');
};

const impossibleText = (asking: Asking, { why, named: asCalled }: Intent<'impossible'>): string => {
  const t = talkTexts(asking.language);
  const named = calledText(asCalled);
  if (why === 'unknown-room')
    return paragraphs(named === '' ? t('impossible-room-unnamed') : t('impossible-room', { named }), roomsText(asking));
  if (why === 'unknown-device')
    return paragraphs(
      named === '' ? t('impossible-device-unnamed') : t('impossible-device', { named }),
      devicesText(asking),
    );
  // Where others are told of from the comparison, it does not come here.
  if (why === 'others' || why === 'outside') return textsIn(asking.language, 'replies', 'beyond')('world');
  return t(`impossible-${why}`, { named });
};

const leftText = ({ home, language }: Asking): string => {
  const t = talkTexts(language);
  return paragraphs(t('left-as-is'), home.devices.some(canBeSwitched) && t('left-as-is-else'));
};

/** What is answered in words alone. */
const inWords = <About extends keyof Intents>(
  about: About,
  textOf: (asking: Asking, intent: Intent<About>) => string,
  more: Partial<Topic<About>> = {},
): Topic<About> => ({
  about,
  tells: 'words',
  reply: (asking, intent) => said(textOf(asking, intent)),
  ...more,
});

const first: readonly NextAsked[] = ['today', 'compare', 'forecast'];

const sentence =
  (key: 'greeting' | 'thanks' | 'refused' | 'unknown') =>
  ({ language }: Asking): string =>
    talkTexts(language)(key);

export const householdTopic = inWords('household', householdText, {
  rule: smallTalk.household,
  tells: 'state',
  takes: 'timeOf nameOf roomsOf room day now count when',
  next: ['today', 'now', 'on'],
});
export const helpTopic = inWords('help', ({ language }) => helpText(language), { next: first });
export const greetingTopic = inWords('greeting', sentence('greeting'), { rule: smallTalk.smallTalk, next: first });
export const thanksTopic = inWords('thanks', sentence('thanks'));
export const refusedTopic = inWords('refused', sentence('refused'));
export const unknownTopic = inWords('unknown', sentence('unknown'), { next: first });
export const leftAsIsTopic = inWords('left-as-is', leftText);
export const safetyTopic = inWords('safety', (asking, intent) =>
  safetyText(asking.language, intent, asking.home.country),
);
export const unclearTopic = inWords('unclear', unclearText, {
  nextOf: (of, { what, choices }) => {
    if (choices.length > 0) return choices;
    return what === 'switch' ? switchExample(of) : plainly(of, ...first);
  },
});
export const impossibleTopic = inWords('impossible', impossibleText, {
  nextOf: (of, { why }) => {
    if (why === 'setting') return [];
    return why === 'future' ? plainly(of, 'forecast', 'tomorrow', 'compare') : plainly(of, ...first);
  },
  reply: (asking, intent, reply) =>
    intent.why === 'others'
      ? reply(asking, { about: 'others', part: everything })
      : said(impossibleText(asking, intent)),
});
export const beyondTopic = inWords('beyond', ({ language }, { what }) => textsIn(language, 'replies', 'beyond')(what), {
  rule: smallTalk.outside,
  next: ['today', 'forecast', 'alerts'],
});
