import { useTranslation } from 'react-i18next';
import { utilities, type Utility } from '#catalogue/index.ts';
import { classNames } from '#shell/ui/class-names.ts';
import type { PeriodReport, ReportBar } from '../../domain/report/period-report.ts';
import type { ReportWriter } from '../../domain/report/report-writer.ts';

interface ReportBarsProps {
  report: PeriodReport;
  writer: ReportWriter;
}

/** What stands in one bar, from the top: of money all utilities and what goes by time; without money the use of one. */
interface Block {
  fill: string;
  value: number;
}

const pixels = 108;

/** Days, or months of a year, in money; without a tariff a chart of each utility, on a scale of its own. */
export function ReportBars({ report, writer }: ReportBarsProps) {
  const { t } = useTranslation('report');
  const isYear = report.kind === 'year';
  if (report.money !== null)
    return (
      <figure className="mt-5">
        <Bars
          report={report}
          writer={writer}
          label={t(isYear ? 'page.barsOfYear' : 'page.bars')}
          blocksOf={({ parts, fixed }) => [
            ...[...parts].reverse().map(({ utility, use }) => ({
              fill: utilities[utility].look.fill,
              value: Math.max(0, Number(use ?? 0)),
            })),
            { fill: 'bg-line', value: Math.max(0, Number(fixed ?? 0)) },
          ]}
          valueOf={({ total }) => (total === null ? '' : writer.money(total, report.currency))}
          shortOf={({ total }) => (total === null ? '' : writer.number(Number(total), report.kind === 'week' ? 2 : 0))}
        />
        <Legend report={report} writer={writer} />
      </figure>
    );
  return report.utilities.map(({ utility }) => (
    <figure key={utility} className="mt-5">
      <Bars
        report={report}
        writer={writer}
        label={`${writer.say(`utility.${utility}`)}: ${t(isYear ? 'page.barsUseOfYear' : 'page.barsUse')}`}
        blocksOf={(bar) => [{ fill: utilities[utility].look.fill, value: Math.max(0, usedIn(bar, utility)) }]}
        valueOf={(bar) => writer.amount(utility, usedIn(bar, utility))}
        shortOf={(bar) => writer.amount(utility, usedIn(bar, utility)).replace(/\u00a0.*$/, '')}
      />
    </figure>
  ));
}

const usedIn = ({ parts }: ReportBar, utility: Utility): number =>
  parts.find((part) => part.utility === utility)?.used ?? 0;

interface BarsProps extends ReportBarsProps {
  label: string;
  blocksOf: (bar: ReportBar) => Block[];
  valueOf: (bar: ReportBar) => string;
  /** Above the bar, where there is room for it. */
  shortOf: (bar: ReportBar) => string;
}

/** A list to those who listen; what lasts, or was not measured wholly, is paler. */
function Bars({ report, writer, label, blocksOf, valueOf, shortOf }: BarsProps) {
  const { bars, kind } = report;
  const sums = bars.map((bar) => blocksOf(bar).reduce((sum, { value }) => sum + value, 0));
  const highest = Math.max(...sums, Number.MIN_VALUE);
  const isDense = kind === 'month';
  return (
    <ul
      aria-label={label}
      className={classNames('flex items-end border-b border-line', isDense ? 'gap-px sm:gap-0.5' : 'gap-1.5 sm:gap-3')}
    >
      {bars.map((bar, i) => (
        <li key={bar.start} className="min-w-0 flex-1">
          <span className="sr-only">{`${writer.day(bar.start, kind)}: ${valueOf(bar)}`}</span>
          <div aria-hidden className={classNames(!bar.isWhole && 'opacity-60')}>
            {!isDense && kind === 'week' && (
              <p className="figures overflow-hidden text-center text-small whitespace-nowrap">{shortOf(bar)}</p>
            )}
            <div className="flex flex-col justify-end gap-0.5" style={{ height: pixels }}>
              {blocksOf(bar).map(({ fill, value }) =>
                value === 0 ? null : (
                  <span
                    key={fill}
                    className={classNames('block first:rounded-t-sm', fill)}
                    style={{ height: Math.max(1, Math.round((value / highest) * (pixels - 6))) }}
                  />
                ),
              )}
            </div>
          </div>
          <p
            aria-hidden
            className="-mb-7 h-7 overflow-visible pt-1 text-center text-small whitespace-nowrap text-ink-soft"
          >
            {!isDense || i % 7 === 0 ? writer.barName(bar.start, kind) : ''}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Legend({ report, writer }: ReportBarsProps) {
  const { t } = useTranslation('report');
  const shown = report.bars[0]?.parts.filter(({ use }) => use !== null).map(({ utility }) => utility) ?? [];
  const entries = [
    ...shown.map((utility) => ({ fill: utilities[utility].look.fill, name: writer.say(`utility.${utility}`) })),
    ...(Number(report.money?.fixed ?? 0) > 0 ? [{ fill: 'bg-line', name: t('legend.fixed') }] : []),
  ];
  return (
    <figcaption className="mt-9 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-soft">
      {entries.map(({ fill, name }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={classNames('inline-block size-3 rounded-[3px]', fill)} />
          {name}
        </span>
      ))}
      <span>{t('legend.money', { currency: report.currency ?? '' })}</span>
    </figcaption>
  );
}
