import { utilities } from '#catalogue/index.ts';
import type { AssistantSeries } from '../contract/assistant.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from './answer-text.tsx';
import { Tooltip } from '#shell/ui/tooltip.tsx';

const maxBars = 31;
const width = 320;
const height = 72;

/** The latest days or months of a series at a glance; every value stands in its table. */
export function SeriesChart({ title, series }: { title: string; series: AssistantSeries }) {
  const { t } = useTranslation('assistant');
  const points = series.points.slice(-maxBars);
  const peak = points.reduce((most, point) => (point.value > most.value ? point : most));
  const [first, last] = [points[0], points.at(-1)];
  const said = t('chart.said', {
    title,
    first: `${first?.label} ${first?.text}`,
    last: `${last?.label} ${last?.text}`,
    peak: `${peak.label} ${peak.text}`,
  });
  return (
    <figure>
      <figcaption className="mb-1 text-ink-soft">
        {t('chart.peak')}: <span className="figures text-ink">{peak.text}</span> ({peak.label})
      </figcaption>
      <Bars points={points} top={peak.value} utility={series.utility} said={said} />
      <div className="mt-1 flex justify-between gap-3 text-ink-soft" aria-hidden>
        <span>{first?.label}</span>
        {points.length > 1 && <span>{last?.label}</span>}
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-9 items-center text-leaf underline underline-offset-2 pointer-coarse:min-h-11">
          {t('chart.table')}
        </summary>
        <DataTable
          caption={title}
          columns={[
            { title: t('chart.when'), isNumber: false },
            { title: t('chart.amount'), isNumber: true },
          ]}
          rows={series.points.map(({ label, text }) => [label, text])}
          className="[&_td]:py-1"
        />
      </details>
    </figure>
  );
}

interface BarsProps {
  points: AssistantSeries['points'];
  top: number;
  utility: AssistantSeries['utility'];
  said: string;
}

/** Solid or hatched, as the utility is everywhere: never by colour alone. */
function Bars({ points, top, utility, said }: BarsProps) {
  const hatch = useId();
  const step = width / points.length;
  const wide = Math.min(30, step - Math.min(4, step * 0.22));
  const { pattern, tokens } = utilities[utility].look;
  const isHatched = pattern > 0;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={said}
      className="block w-full forced-color-adjust-none"
    >
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" style={{ fill: `var(${tokens.fill})` }} />
        <rect width="2" height="6" style={{ fill: `var(${tokens.mark})` }} />
      </pattern>
      {points.map(({ label, value, text }, index) => {
        const high = top > 0 ? Math.max(value > 0 ? 1.5 : 0, (value / top) * (height - 3)) : 0;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two hours may have one name, and points never change
          <Tooltip key={index} text={`${label}: ${text}`}>
            <rect
              x={(index + 0.5) * step - wide / 2}
              y={height - 1 - high}
              width={wide}
              height={high}
              rx={Math.min(3, step / 6)}
              strokeWidth="1"
              style={{ fill: isHatched ? `url(#${hatch})` : `var(${tokens.fill})`, stroke: `var(${tokens.edge})` }}
            />
          </Tooltip>
        );
      })}
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-ink-soft/60" />
    </svg>
  );
}
