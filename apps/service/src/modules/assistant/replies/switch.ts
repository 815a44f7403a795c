/** "Turn off the lamp": it is proposed, and nothing happens before the person presses the button. */
import type { UtilityWith } from '@wattershed/catalogue';
import { canBeSwitched, maySwitch } from '../home.ts';
import { deviceLink } from '../links.ts';
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { deviceText, paragraphs, together, usageTexts } from './phrases.ts';

/** A text tells why each of them cannot be switched. */
type MeasuredOnly = UtilityWith<'isSwitchable', false>;

type SwitchQuestion = Extract<Question, { about: 'switch' }>;

const said = (text: string): OwnAnswer => ({ text, results: [] });

export const replyToSwitch = async (asking: Asking, { device: id, on }: SwitchQuestion): Promise<OwnAnswer> => {
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
