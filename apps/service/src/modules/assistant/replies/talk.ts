/** Answers that need no figures: help, greetings, what the home has, and what cannot be answered. */
import type { Language } from '@wattershed/catalogue';
import { addDays } from '@wattershed/domain';
import { escapeMarkdown } from '../escape-markdown.ts';
import { canBeSwitched, wholeHome } from '../home.ts';
import { deviceLink } from '../links.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { Caveat, Question } from '../question.ts';
import { deviceText, paragraphs, roomText } from './phrases.ts';
import { bullets, exampleList, talkTexts } from './talk-texts.ts';

type HouseholdQuestion = Extract<Question, { about: 'household' }>;
type UnclearQuestion = Extract<Question, { about: 'unclear' }>;
type SafetyQuestion = Extract<Question, { about: 'safety' }>;
type ImpossibleQuestion = Extract<Question, { about: 'impossible' }>;

const said = (text: string, results: readonly FoundResult[] = []): OwnAnswer => ({ text, results });

export const helpText = (language: Language): string => {
  const t = talkTexts(language);
  return paragraphs(t('help-lead'), exampleList(language, 'all'), t('help-commands'), t('help-tips'));
};

export const replyToHelp = ({ language }: Asking): OwnAnswer => said(helpText(language));

export const replyToGreeting = ({ language }: Asking): OwnAnswer =>
  said(paragraphs(talkTexts(language)('greeting'), exampleList(language, 'few')));

export const replyToThanks = ({ language }: Asking): OwnAnswer => said(talkTexts(language)('thanks'));

export const replyToUnknown = ({ language }: Asking): OwnAnswer =>
  said(paragraphs(talkTexts(language)('unknown'), exampleList(language, 'few')));

export const replyToRefused = ({ language }: Asking): OwnAnswer => said(talkTexts(language)('refused'));

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

export const safetyText = (language: Language, { what }: SafetyQuestion, country: string | null): string => {
  const t = talkTexts(language);
  return t(`safety-${what}`, { number: emergencyNumbers[country ?? ''] ?? '112' });
};

export const replyToSafety = ({ language, home }: Asking, question: SafetyQuestion): OwnAnswer =>
  said(safetyText(language, question, home.country));

export const replyToLeftAsIs = (asking: Asking): OwnAnswer => {
  const { home, language } = asking;
  const t = talkTexts(language);
  return said(home.devices.some(canBeSwitched) ? paragraphs(t('left-as-is'), t('left-as-is-else')) : t('left-as-is'));
};

const switchableAtMost = 6;

/** Nobody said what: devices that can be switched, and an order that can be sent as it stands. */
const switchText = ({ home, language, write }: Asking): string => {
  const t = talkTexts(language);
  const devices = home.devices.filter((one) => canBeSwitched(one) && one.room !== wholeHome);
  const named = devices.slice(0, switchableAtMost);
  const [first] = named;
  if (first === undefined) return t('switch-none');
  const names = named.map(({ name }) => escapeMarkdown(name));
  const more = devices.length - named.length;
  const one = named.find(({ isActive }) => isActive) ?? first;
  return paragraphs(
    t('unclear-switch-which', { list: write.list(more > 0 ? [...names, t('list-more', { count: more })] : names) }),
    bullets([t('example-switch-off', { name: escapeMarkdown(one.name) })]),
  );
};

export const replyToUnclear = (asking: Asking, { what, choices }: UnclearQuestion): OwnAnswer => {
  const { language } = asking;
  if (what === 'switch' && choices.length === 0) return said(switchText(asking));
  return said(
    paragraphs(
      talkTexts(language)(`unclear-${what}`),
      choices.length > 0 ? bullets(choices.map(escapeMarkdown)) : exampleList(language, 'few'),
    ),
  );
};

const roomsText = (asking: Asking): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  const { rooms } = home;
  if (rooms.length === 0) return t('rooms-none');
  const list = write.list(rooms.map((room) => roomText(asking, room)));
  return t('rooms-have', { count: rooms.length, counted: write.number(rooms.length), list });
};

const namedAtMost = 8;

const devicesText = (asking: Asking): string => {
  const { home, language, write } = asking;
  const t = talkTexts(language);
  if (home.devices.length === 0) return t('devices-have-none');
  const named = home.devices.slice(0, namedAtMost).map(({ id }) => `[${deviceText(asking, id)}](${deviceLink(id)})`);
  const more = home.devices.length - named.length;
  return t('devices-have', { list: write.list(more > 0 ? [...named, t('list-more', { count: more })] : named) });
};

export const replyToHousehold = (asking: Asking, { ask }: HouseholdQuestion): OwnAnswer => {
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

const longestName = 40;

/** What has to be known before the answer is read. */
export const caveatText = ({ home, language, write }: Asking, caveat: Caveat): string => {
  const t = talkTexts(language);
  if (caveat.kind === 'left-out') return t('caveat-left-out', { words: calledText(caveat.words) });
  return caveat.kind === 'kal' ? t('caveat-kal', { day: write.day(addDays(home.today, -1)) }) : t('caveat-open-cycle');
};

/** As somebody called it: short, and never more than a name. */
const calledText = (named: string | null): string => escapeMarkdown((named ?? '').slice(0, longestName));

export const replyToImpossible = (asking: Asking, { why, named }: ImpossibleQuestion): OwnAnswer => {
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
    case 'outside':
      return said(paragraphs(t('impossible-outside'), exampleList(language, 'few')));
    case 'future':
      return said(paragraphs(t('impossible-future'), bullets([t('example-bill'), t('example-tomorrow')])));
    case 'others':
      return said(paragraphs(t('impossible-others'), bullets([t('example-compare')])));
    case 'co2':
      return said(paragraphs(t('impossible-co2'), bullets([t('example-use')])));
    case 'utility':
    case 'setting':
      return said(t(`impossible-${why}`));
  }
};
