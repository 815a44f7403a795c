/** What may be asked next: at most three questions by a press, of this household and of what was just asked. */
import { firstUtilityWith, type Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
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
const afterUse = (of: Of, part: AskedPart, { from, to, name, isAssumed }: AskedPeriod): string[] => {
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

/** Of those that need nothing of the question: what goes on from each topic. */
const after: Partial<Record<Intent['about'], readonly Plain[]>> = {
  now: ['today', 'on', 'always-on'],
  usual: ['today', 'compare', 'tips'],
  share: ['device-costs', 'always-on', 'tips'],
  peak: ['now', 'fixed', 'always-on'],
  'closed-bill': ['why-bill', 'forecast', 'why-year'],
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

type Topics = {
  readonly [About in Intent['about']]?: (of: Of, intent: Extract<Intent, { about: About }>) => readonly string[];
};

/** What goes by more than its topic. */
const topics: Topics = {
  usage: (of, { part, period }) => afterUse(of, part, period),
  compare: (of, { part, period }) => afterUse(of, part, period).slice(1),
  why: (of, { part, period }) => afterUse(of, part, period).slice(1),
  bill: (of, intent) => plainly(of, ...afterBill(intent)),
  costs: (of, intent) => plainly(of, ...afterCosts(intent)),
  tariff: (of, intent) => plainly(of, ...afterTariff(intent)),
  device: (of, { device }) => afterDevice(of, device),
  runs: (of, { device }) => afterDevice(of, device),
  'one-use': (of, { device }) => afterDevice(of, device ?? ''),
  unclear: afterUnclear,
  impossible: afterImpossible,
};

const all = (of: Of, intent: Intent): readonly string[] => {
  const own = topics[intent.about] as ((of: Of, intent: Intent) => readonly string[]) | undefined;
  return own?.(of, intent) ?? plainly(of, ...(after[intent.about] ?? []));
};

/** Each is understood as it stands. None where nothing was asked, or somebody is in danger. */
export const suggestionsFor = (of: Of, intent: Intent): string[] =>
  [...new Set(all(of, intent))].slice(0, maxSuggestions);
