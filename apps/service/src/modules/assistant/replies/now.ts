/** "What is on at this moment?": power and flow, by the meters that were heard lately. */
import type { Utility } from '@wattershed/contracts';
import { type NowFacts, type NowRate, readNow } from '../facts/now.ts';
import { isWhole } from '../facts/use.ts';
import { dashboardLink, deviceLink, figure } from '../links.ts';
import { deviceName, roomName, utilityName } from '../names.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { AskedPart, Question } from '../question.ts';
import { nothingKnown } from './nothing.ts';
import { capital, deviceText, nameWithin, paragraphs, plainName, simulatedNote, useWords } from './phrases.ts';
import { numberColumn, textColumn, utilityTitle } from './use-results.ts';

type NowQuestion = Extract<Question, { about: 'now' }>;

const namedAtMost = 3;

export const rateText = ({ write }: Asking, utility: Utility, rate: number): string =>
  utility === 'electricity' ? write.power(rate) : write.flow(rate);

const strongest = (asking: Asking, { utility, drawing }: NowRate): string => {
  const { t } = useWords(asking.language);
  const named = drawing.slice(0, namedAtMost).map(({ device, rate }) =>
    t('named-amount', {
      name: deviceText(asking, device),
      amount: figure(rateText(asking, utility, rate), deviceLink(device)),
    }),
  );
  return asking.write.list(named);
};

const unknownText = ({ language, write }: Asking, { utility, lastAt }: NowRate): string => {
  const { t } = useWords(language);
  const name = capital(utilityName(language, utility));
  return lastAt === null
    ? t('now-never', { utility: name })
    : t('now-silent', { utility: name, time: write.dateTime(Date.parse(lastAt)) });
};

const lineOf = (asking: Asking, part: AskedPart, rate: NowRate): string => {
  const { t } = useWords(asking.language);
  if (rate.rate === null) return unknownText(asking, rate);
  const { utility } = rate;
  const link = part.device === null ? dashboardLink : deviceLink(part.device);
  const values = {
    name: nameWithin(asking, part),
    rate: figure(rateText(asking, utility, rate.rate), link),
  };
  if (utility === 'water' && rate.rate === 0) return t('now-water-none', values);
  const isTold = part.device === null && rate.drawing.length > 0;
  return isTold
    ? t(`now-${utility}-mostly`, { ...values, list: strongest(asking, rate) })
    : t(`now-${utility}`, values);
};

const latestAt = ({ rates }: NowFacts): string | null =>
  rates
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1) ?? null;

export const nowResult = (asking: Asking, { part, rates }: NowFacts): FoundResult => {
  const { t } = useWords(asking.language);
  const rows = rates.flatMap(({ utility, drawing }) =>
    drawing.map(({ device, room, rate }) => [
      deviceName(asking.home, device),
      roomName(asking.language, room),
      utilityTitle(asking, utility),
      rateText(asking, utility, rate),
    ]),
  );
  const columns = [
    textColumn(t('column-device')),
    textColumn(t('column-room')),
    textColumn(t('column-utility')),
    numberColumn(t('column-now')),
  ];
  return {
    tool: 'now',
    title: t('title-now', { name: plainName(asking, part) }),
    link: isWhole(part) ? dashboardLink : part.device === null ? '/devices' : deviceLink(part.device),
    ...(rows.length > 0 && { table: { columns, rows } }),
  };
};

export const replyToNow = async (asking: Asking, { part }: NowQuestion): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const { language, write } = asking;
  const facts = await readNow(asking, part);
  const at = latestAt(facts);
  return {
    text: paragraphs(
      facts.rates.map((rate) => lineOf(asking, part, rate)).join(' '),
      at && useWords(language).t('now-at', { time: write.clock(write.time(Date.parse(at))) }),
      simulatedNote(asking, facts.isSimulated),
    ),
    results: [nowResult(asking, facts)],
  };
};
