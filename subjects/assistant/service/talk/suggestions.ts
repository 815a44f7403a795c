/** What may be asked next: at most three questions by a press, of this household and of what was just asked. */
import { firstUtilityWith, type Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking } from '../asking.ts';
import { canBeSwitched, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { spanBefore } from '../understand/times/spans.ts';
import { isWhole } from '../usage/use-facts.ts';
import { deviceName, periodText, roomName } from '../writer.ts';

export const maxSuggestions = 3;

export type Of = Pick<Asking, 'home' | 'language' | 'write'>;
/** Questions that hold no name. */
export type NextAsked =
  | 'compare'
  | 'today'
  | 'now'
  | 'forecast'
  | 'so-far'
  | 'parts'
  | 'last-bill'
  | 'why-bill'
  | 'why-year'
  | 'device-costs'
  | 'always-on'
  | 'cheapest'
  | 'tomorrow'
  | 'fixed'
  | 'silent'
  | 'on'
  | 'leak'
  | 'alerts'
  | 'tips';

const texts = ({ language }: Of) => textsIn(language, 'replies', 'next');

export const plainly = (of: Of, ...keys: readonly NextAsked[]): string[] => keys.map((key) => texts(of)(key));

const isSpan = (period: AskedPeriod): boolean =>
  addDays(period.from, 1) < period.to && !(period.from.endsWith('-01') && period.to.endsWith('-01'));

/** By its name where it has one, else by its days; as it is asked. */
const whenOf = (of: Of, period: AskedPeriod): string => {
  const { language, write } = of;
  const { name, from, to } = period;
  if (name !== null) return textsIn(language, 'replies', 'names')(name);
  if (!isSpan(period)) return periodText(language, write, period);
  return texts(of)('from-to', { from: write.day(from), to: write.day(addDays(to, -1)) });
};

const nameOf = ({ home, language }: Of, { device, room }: AskedPart): string =>
  device === null ? roomName(language, room ?? wholeHome) : deviceName(home, device);

const useOf = (of: Of, part: AskedPart, period: AskedPeriod): string => {
  const when = whenOf(of, period);
  return isWhole(part) ? texts(of)('home-when', { when }) : texts(of)('use-when', { name: nameOf(of, part), when });
};

const isOf = (home: Of['home'], utility: Utility): boolean => home.devices.some((one) => one.utility === utility);

/** The same of the time before, each room or what the device cost, and who used most. */
export const afterUse = (of: Of, part: AskedPart, { from, to, name, isAssumed }: AskedPeriod): string[] => {
  const period = { from, to, name, isAssumed };
  const when = whenOf(of, period);
  const before = useOf(of, part, spanBefore(period, of.home.today));
  if (part.device !== null)
    return [before, texts(of)('device-cost', { name: nameOf(of, part) }), ...plainly(of, 'device-costs')];
  const rooms = isWhole(part) && of.home.rooms.length > 1 ? [texts(of)('rooms-when', { when })] : [];
  const isNamed = period.name !== null || !isSpan(period);
  const isPower = isOf(of.home, firstUtilityWith('hasStandby'));
  const devices = isPower ? [isNamed ? texts(of)('devices-when', { when }) : texts(of)('device-costs')] : [];
  return [before, ...rooms, ...devices];
};

export const afterDevice = (of: Of, device: string): string[] => {
  const name = deviceName(of.home, device);
  const when = textsIn(of.language, 'replies', 'names')('yesterday');
  const own = [texts(of)('use-when', { name, when }), texts(of)('device-cost', { name })];
  return name === '' ? plainly(of, 'device-costs', 'cheapest', 'tips') : [...own, ...plainly(of, 'device-costs')];
};

/** Something that can be switched off now, else anything that can be. */
export const switchExample = ({ home, language }: Of): string[] => {
  const devices = home.devices.filter((one) => canBeSwitched(one) && one.room !== wholeHome);
  const one = devices.find(({ isActive }) => isActive) ?? devices[0];
  return one ? [textsIn(language, 'replies', 'talk')('example-switch-off', { name: one.name })] : [];
};
