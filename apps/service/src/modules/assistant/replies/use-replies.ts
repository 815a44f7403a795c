/** Answers about use, devices and notices, and those that need no figures: one reply for each kind of question. */

import type { UtilityWith } from '@wattershed/catalogue';
import { canBeSwitched, maySwitch } from '../home.ts';
import { deviceLink } from '../links.ts';
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { replyToAlerts } from './alerts.ts';
import { replyToCompare, replyToCompareParts } from './compare.ts';
import { replyToDevice, replyToDevices } from './devices.ts';
import { replyToNow } from './now.ts';
import { deviceText, paragraphs, together, usageTexts } from './phrases.ts';
import {
  replyToGreeting,
  replyToHelp,
  replyToHousehold,
  replyToImpossible,
  replyToLeftAsIs,
  replyToRefused,
  replyToSafety,
  replyToThanks,
  replyToUnclear,
  replyToUnknown,
} from './talk.ts';
import { replyToTips } from './tips.ts';
import { replyToUsage } from './use.ts';

export type UseQuestion = Extract<
  Question,
  {
    about:
      | 'usage'
      | 'now'
      | 'compare'
      | 'compare-parts'
      | 'devices'
      | 'device'
      | 'switch'
      | 'alerts'
      | 'tips'
      | 'household'
      | 'help'
      | 'greeting'
      | 'thanks'
      | 'unclear'
      | 'impossible'
      | 'safety'
      | 'left-as-is'
      | 'refused'
      | 'unknown';
  }
>;

type WordsQuestion = Extract<
  UseQuestion,
  {
    about:
      | 'household'
      | 'help'
      | 'greeting'
      | 'thanks'
      | 'unclear'
      | 'impossible'
      | 'safety'
      | 'left-as-is'
      | 'refused'
      | 'unknown';
  }
>;

/** Those that need no figures. */
const replyInWords = (asking: Asking, question: WordsQuestion): OwnAnswer => {
  switch (question.about) {
    case 'household':
      return replyToHousehold(asking, question);
    case 'unclear':
      return replyToUnclear(asking, question);
    case 'impossible':
      return replyToImpossible(asking, question);
    case 'safety':
      return replyToSafety(asking, question);
    case 'left-as-is':
      return replyToLeftAsIs(asking);
    case 'help':
      return replyToHelp(asking);
    case 'greeting':
      return replyToGreeting(asking);
    case 'thanks':
      return replyToThanks(asking);
    case 'refused':
      return replyToRefused(asking);
    case 'unknown':
      return replyToUnknown(asking);
  }
};

export const replyToUse = async (asking: Asking, question: UseQuestion): Promise<OwnAnswer> => {
  switch (question.about) {
    case 'usage':
      return replyToUsage(asking, question);
    case 'now':
      return replyToNow(asking, question);
    case 'compare':
      return replyToCompare(asking, question);
    case 'compare-parts':
      return replyToCompareParts(asking, question);
    case 'devices':
      return replyToDevices(asking, question);
    case 'device':
      return replyToDevice(asking, question);
    case 'switch':
      return replyToSwitch(asking, question);
    case 'alerts':
      return replyToAlerts(asking, question);
    case 'tips':
      return replyToTips(asking, question);
    case 'household':
    case 'help':
    case 'greeting':
    case 'thanks':
    case 'unclear':
    case 'impossible':
    case 'safety':
    case 'left-as-is':
    case 'refused':
    case 'unknown':
      return replyInWords(asking, question);
  }
};

/** "Turn off the lamp": it is proposed, and nothing happens before the person presses the button. */

/** A text tells why each of them cannot be switched. */
type MeasuredOnly = UtilityWith<'isSwitchable', false>;

type SwitchQuestion = Extract<Question, { about: 'switch' }>;

const said = (text: string): OwnAnswer => ({ text, results: [] });

const replyToSwitch = async (asking: Asking, { device: id, on }: SwitchQuestion): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const device = home.devices.find((one) => one.id === id);
  if (device === undefined) return said(t('switch-gone'));
  const name = `[${deviceText(asking, id)}](${deviceLink(id)})`;
  const wanted = on ? 'on' : 'off';
  if (!canBeSwitched(device)) return said(t(`switch-${device.utility as MeasuredOnly}`, { name }));
  if (!maySwitch(home, device.room)) return said(t(home.switchRooms ? 'switch-room' : 'switch-viewer', { name }));
  if (device.isActive === on && device.commands) return said(t(`switch-already-${wanted}`, { name }));
  const noted = device.commands ? null : t('switch-noted');
  if (device.isActive === on) return said(together(t(`device-noted-${wanted}`, { name }), noted));
  return { ...said(paragraphs(t(`switch-ask-${wanted}`, { name }), noted)), proposes: { device: id, on } };
};
