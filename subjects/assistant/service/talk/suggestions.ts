/** What may be asked next: at most three questions by a press, of this household and of what was just asked. */
import { firstUtilityWith, type Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Asking } from '../asking.ts';
import { canBeSwitched, wholeHome } from '../home.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { spanBefore } from '../understand/times/spans.ts';
import { isWhole } from '../usage/use-facts.ts';
import { deviceName, periodText, roomName } from '../writer.ts';

export const maxSuggestions = 3;

type Of = Pick<Asking, 'home' | 'language' | 'write'>;
/** Questions that hold no name. */
type Plain =
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

const plainly = (of: Of, ...keys: readonly Plain[]): string[] => keys.map((key) => texts(of)(key));

/** By its name where it has one, else by its days; as it is asked. */
const whenOf = ({ language, write }: Of, period: AskedPeriod): string =>
  period.name === null ? periodText(language, write, period) : textsIn(language, 'replies', 'names')(period.name);

const nameOf = ({ home, language }: Of, { device, room }: AskedPart): string =>
  device === null ? roomName(language, room ?? wholeHome) : deviceName(home, device);

const useOf = (of: Of, part: AskedPart, period: AskedPeriod): string => {
  const when = whenOf(of, period);
  return isWhole(part) ? texts(of)('home-when', { when }) : texts(of)('use-when', { name: nameOf(of, part), when });
};

const isOf = (home: Of['home'], utility: Utility): boolean => home.devices.some((one) => one.utility === utility);

/** The same of the time before, each room or what the device cost, and who used most. */
const afterUse = (of: Of, part: AskedPart, { hours: _, ...period }: AskedPeriod): string[] => {
  const when = whenOf(of, period);
  const before = useOf(of, part, spanBefore(period, of.home.today));
  if (part.device !== null)
    return [before, texts(of)('device-cost', { name: nameOf(of, part) }), ...plainly(of, 'device-costs')];
  const rooms = isWhole(part) && of.home.rooms.length > 1 ? [texts(of)('rooms-when', { when })] : [];
  const devices = isOf(of.home, firstUtilityWith('hasStandby')) ? [texts(of)('devices-when', { when })] : [];
  return [before, ...rooms, ...devices];
};

/** Of those that need nothing of the question: what goes on from each topic. */
const after: Partial<Record<Intent['about'], readonly Plain[]>> = {
  now: ['today', 'on', 'always-on'],
  usual: ['today', 'compare', 'tips'],
  share: ['device-costs', 'always-on', 'tips'],
  peak: ['now', 'fixed', 'always-on'],
  co2: ['compare', 'always-on', 'tips'],
  flows: ['today', 'forecast', 'cheapest'],
  'compare-parts': ['device-costs', 'compare', 'tips'],
  'bill-change': ['forecast', 'device-costs', 'last-bill'],
  payments: ['forecast', 'last-bill', 'parts'],
  paid: ['last-bill', 'forecast', 'why-bill'],
  devices: ['now', 'silent', 'today'],
  meters: ['now', 'alerts', 'today'],
  alerts: ['now', 'silent', 'tips'],
  tips: ['always-on', 'cheapest', 'device-costs'],
  shift: ['cheapest', 'tomorrow', 'always-on'],
  others: ['compare', 'device-costs', 'tips'],
  posts: ['tips', 'alerts', 'forecast'],
  term: ['forecast', 'cheapest', 'tips'],
  faq: ['today', 'forecast', 'tips'],
  household: ['today', 'now', 'on'],
  beyond: ['today', 'forecast', 'alerts'],
  help: ['today', 'compare', 'forecast'],
  greeting: ['today', 'compare', 'forecast'],
  unknown: ['today', 'compare', 'forecast'],
};

const afterBill = ({ ask }: Extract<Intent, { about: 'bill' }>): readonly Plain[] => {
  if (ask === 'forecast') return ['parts', 'device-costs', 'last-bill'];
  return ask === 'parts' ? ['forecast', 'device-costs', 'why-bill'] : ['forecast', 'parts', 'why-bill'];
};

const afterTariff = ({ ask }: Extract<Intent, { about: 'tariff' }>): readonly Plain[] => {
  if (ask === 'tomorrow') return ['cheapest', 'fixed', 'forecast'];
  return ask === 'fixed' ? ['parts', 'cheapest', 'forecast'] : ['tomorrow', 'fixed', 'forecast'];
};

const afterCosts = ({ ask }: Extract<Intent, { about: 'costs' }>): readonly Plain[] =>
  ask === 'always-on' ? ['device-costs', 'tips', 'forecast'] : ['always-on', 'forecast', 'cheapest'];

const afterDevice = (of: Of, device: string): string[] => {
  const name = deviceName(of.home, device);
  const when = textsIn(of.language, 'replies', 'names')('yesterday');
  const own = [texts(of)('use-when', { name, when }), texts(of)('device-cost', { name })];
  return name === '' ? plainly(of, 'device-costs', 'cheapest', 'tips') : [...own, ...plainly(of, 'device-costs')];
};

const afterImpossible = (of: Of, { why }: Extract<Intent, { about: 'impossible' }>): string[] => {
  if (why === 'setting') return [];
  if (why === 'future') return plainly(of, 'forecast', 'tomorrow', 'compare');
  return plainly(of, ...(after.unknown ?? []));
};

/** Something that can be switched off now, else anything that can be. */
const switchExample = ({ home, language }: Of): string[] => {
  const devices = home.devices.filter((one) => canBeSwitched(one) && one.room !== wholeHome);
  const one = devices.find(({ isActive }) => isActive) ?? devices[0];
  return one ? [textsIn(language, 'replies', 'talk')('example-switch-off', { name: one.name })] : [];
};

const afterUnclear = (of: Of, { what, choices }: Extract<Intent, { about: 'unclear' }>): readonly string[] => {
  if (choices.length > 0) return choices;
  return what === 'switch' ? switchExample(of) : plainly(of, ...(after.unknown ?? []));
};

const all = (of: Of, intent: Intent): readonly string[] => {
  switch (intent.about) {
    case 'usage':
      return afterUse(of, intent.part, intent.period);
    case 'compare':
    case 'why':
      return afterUse(of, intent.part, intent.period).slice(1);
    case 'bill':
      return plainly(of, ...afterBill(intent));
    case 'costs':
      return plainly(of, ...afterCosts(intent));
    case 'closed-bill':
      return plainly(of, 'why-bill', 'forecast', 'why-year');
    case 'tariff':
      return plainly(of, ...afterTariff(intent));
    case 'device':
    case 'runs':
    case 'one-use':
      return afterDevice(of, intent.device ?? '');
    case 'unclear':
      return afterUnclear(of, intent);
    case 'impossible':
      return afterImpossible(of, intent);
    default:
      return plainly(of, ...(after[intent.about] ?? []));
  }
};

/** Each is understood as it stands. None where nothing was asked, or somebody is in danger. */
export const suggestionsFor = (of: Of, intent: Intent): string[] =>
  [...new Set(all(of, intent))].slice(0, maxSuggestions);
