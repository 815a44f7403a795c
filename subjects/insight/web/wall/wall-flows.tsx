import { useTranslation } from 'react-i18next';
import { utilities, type Utility } from '#catalogue/index.ts';
import { useNow } from '#shell/parts/clock.ts';
import type { Format } from '#shell/text/format.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { isRough } from '#subjects/readings/domain/present-rate.ts';
import type { WallAnswer } from '../../contract/wall.ts';

interface WallFlowsProps {
  answer: WallAnswer;
  isOld: boolean;
  format: Format;
}

/** What flows now and what today has used, a line for each utility. Old figures are of their time, not of now. */
export function WallFlows({ answer, isOld, format }: WallFlowsProps) {
  const { t } = useTranslation('wall');
  const { utilities: measured, at, home } = answer;
  const heard = Date.parse(at);
  const isOfToday = localDayOf(heard, home.timeZone) === localDayOf(useNow(60_000), home.timeZone);
  if (measured.length === 0) return <p>{t('noMeters')}</p>;
  return (
    <table className="w-full min-w-0 border-collapse text-left">
      <thead>
        <tr className="text-[1.15em] font-[650]">
          <td className="w-[27%]" aria-hidden="true" />
          <th scope="col" className="w-[36%] font-[650]">
            {isOld ? t('flow.then', { time: format.time(heard) }) : t('flow.now')}
          </th>
          <th scope="col" className="font-[650]">
            {isOfToday ? t('flow.today') : format.shortDay(heard)}
          </th>
        </tr>
      </thead>
      <tbody>
        {measured.map((one) => (
          <tr key={one.utility} data-wall-utility={one.utility} className="border-t-2 border-current align-top">
            <th scope="row" className="py-[0.35em] pr-[0.4em] font-normal">
              <Mark utility={one.utility} />
              <span className="block text-[0.95em]">{t(one.utility)}</span>
            </th>
            <td className="py-[0.35em] pr-[0.4em]">
              <FlowNow one={one} format={format} />
            </td>
            <td className="py-[0.35em]">
              <DaySoFar one={one} format={format} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Measured = WallAnswer['utilities'][number];

function FlowNow({ one, format }: { one: Measured; format: Format }) {
  const { t } = useTranslation('wall');
  const { t: shell } = useTranslation();
  const { utility, state, rate, within, lastAt, atLeast } = one;
  if (rate === null || state !== 'now') {
    const time = lastAt === null ? '' : format.dateTime(Date.parse(lastAt));
    return <p className="text-[0.95em]">{t(`flow.${state === 'now' ? 'none' : state}`, { time })}</p>;
  }
  if (rate === 0 && !atLeast)
    return <p className="pt-[0.4em] text-[1.15em] leading-tight font-[650]">{t(`flow.still.${utility}`)}</p>;
  if (atLeast) return <Amount {...format.rate(utility, rate)} about={t('flow.atLeast')} sign="≥" />;
  const about = isRough({ rate, within: within ?? 0 }) ? shell('aboutRate') : undefined;
  return <Amount {...format.rate(utility, rate)} about={about} />;
}

function DaySoFar({ one: { utility, today, usualDay, atLeast }, format }: { one: Measured; format: Format }) {
  const { t } = useTranslation('wall');
  const used = today === null ? undefined : format.amount(utility, today);
  return (
    <>
      <Amount
        value={used?.value ?? '–'}
        unit={used?.unit ?? ''}
        about={atLeast && used ? t('flow.atLeast') : undefined}
        sign="≥"
      />
      {usualDay !== null && (
        <p className="figures text-[0.95em]">{t('flow.usual', { amount: format.amount(utility, usualDay).value })}</p>
      )}
    </>
  );
}

interface AmountProps {
  value: string;
  unit: string;
  about: string | undefined;
  /** The same for the eye. */
  sign?: string;
}

function Amount({ value, unit, about, sign = '≈' }: AmountProps) {
  return (
    <p className="figures leading-[1.15] whitespace-nowrap">
      {about !== undefined && (
        <>
          <span className="sr-only">{about} </span>
          <span aria-hidden="true" className="text-[1.3em]">
            {sign}
          </span>
        </>
      )}
      <span className="text-[2em] font-[650]">{value}</span>
      <span className="ml-[0.3em]">{unit}</span>
    </p>
  );
}

function Mark({ utility }: { utility: Utility }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-[1.7em]"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
    >
      <path d={utilities[utility].look.icon} />
    </svg>
  );
}
