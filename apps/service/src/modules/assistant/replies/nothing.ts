/** Words for what was not measured: never a zero. */
import { isEmpty } from '../facts/amounts.ts';
import { lastHeard, readFirstDay } from '../facts/history.ts';
import { hasFigures, isWhole, type UseFacts, utilitiesOf } from '../facts/use.ts';
import { deviceLink } from '../links.ts';
import { utilityName } from '../names.ts';
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { AskedPart } from '../question.ts';
import { capital, paragraphs, partName, simulatedNote, usageTexts, whenOf } from './phrases.ts';

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
