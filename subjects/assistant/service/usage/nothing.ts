/** What is said where nothing was measured: never a zero, but since when there are readings, and when something was heard last. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import { deviceLink } from '../links.ts';
import { utilityName } from '../names.ts';
import type { AskedPart } from '../intent.ts';
import { isEmpty, sumBy } from './amounts.ts';
import { capital, paragraphs, partName, simulatedNote, usageTexts, whenOf } from './phrases.ts';
import { hasFigures, isWhole, type Reading, readRows, type UseFacts, utilitiesOf } from './use-facts.ts';

const maxYears = 20;

/** The first day with readings of that part; null: there is none. */
export const readFirstDay = async (reading: Reading, part: AskedPart): Promise<LocalDay | null> => {
  const { today } = reading.home;
  const begin = `${Number(today.slice(0, 4)) - maxYears}-${today.slice(5, 7)}-01`;
  const first = async (from: LocalDay, to: LocalDay, bucket: 'day' | 'month'): Promise<LocalDay | null> => {
    const sums = sumBy(await readRows(reading, { from, to }, part, bucket), ({ start }) => start);
    const heard = [...sums].filter(([, amounts]) => !isEmpty(amounts)).map(([start]) => start);
    return heard.sort()[0] ?? null;
  };
  const month = await first(begin, addDays(today, 1), 'month');
  return month === null ? null : first(month, addDays(month, 31), 'day');
};

/** When a meter of that part was heard last, as an instant; null: never. */
const lastHeard = ({ meters }: LatestAnswer, { utility, room, device }: AskedPart): string | null => {
  const times = meters
    .filter((meter) => utility === null || meter.utility === utility)
    .filter((meter) => room === null || room === wholeHome || meter.room === room)
    .filter((meter) => device === null || meter.deviceId === device)
    .flatMap(({ lastAt }) => lastAt ?? []);
  return times.sort().at(-1) ?? null;
};

const said = (text: string): OwnAnswer => ({ text, results: [] });

/** No figure can be had at all: of a home without readings, or of what nothing measures. Null: there may be one. */
export const nothingKnown = (asking: Asking, part: AskedPart): OwnAnswer | null => {
  const { home, language } = asking;
  const t = usageTexts(language);
  if (!hasFigures(home)) return said(t('no-readings'));
  const { utility } = part;
  if (utility === null) return null;
  const here = home.devices.filter(
    ({ id, room }) => isWhole(part) || (part.device === null ? room === part.room : id === part.device),
  );
  if (here.some((device) => device.utility === utility)) return null;
  const name = utilityName(language, utility);
  return said(
    isWhole(part)
      ? t('utility-nowhere', { utility: name })
      : t('utility-not-here', { name: partName(asking, part), utility: name }),
  );
};

const neverMeasured = (asking: Asking, device: string): OwnAnswer => {
  const name = `[${partName(asking, { utility: null, room: null, device })}](${deviceLink(device)})`;
  return said(capital(usageTexts(asking.language)('device-unmeasured', { name })));
};

/** Nothing was measured then: since when there is something, or when it was heard last. */
export const nothingThen = async (
  asking: Asking,
  { part, period, latest, isSimulated }: UseFacts,
): Promise<OwnAnswer> => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const [first, last] = [await readFirstDay(asking, part), lastHeard(latest, part)];
  if (first === null && last === null && part.device !== null) return neverMeasured(asking, part.device);
  const line = t('nothing-when', { when: whenOf(asking, period), name: partName(asking, part) });
  const isBefore = first !== null && first >= period.to;
  const more = isBefore
    ? t('begins-later', { day: write.day(first) })
    : last && t('heard-last', { time: write.dateTime(Date.parse(last)) });
  return said(paragraphs(line, more, simulatedNote(asking, isSimulated)));
};

export const hasNothing = (asking: Asking, { part, amounts }: UseFacts): boolean =>
  isEmpty(amounts) || utilitiesOf(asking.home, part).length === 0;
