import type { TemperaturesAnswer } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { DayFigures } from './day-figures.tsx';
import { useWeatherFormat } from './use-weather-format.ts';

type Held = Extract<TemperaturesAnswer, { ok: true }>;

/** What a file holds, before anything of it is kept: how cold and how warm it was shows whether its degrees were read right. */
export function TemperaturePreview({ answer }: { answer: Held }) {
  const { t } = useTranslation('billing-weather');
  const { format, days, temperature } = useWeatherFormat();
  const { from, to, missing, coldest, warmest, columns, leftOut, ahead } = answer;
  return (
    <section aria-label={t('preview.title')}>
      <DayFigures
        title={t('preview.title')}
        figures={[
          [t('figures.days'), days(from, to)],
          [t('figures.count'), format.number(answer.days)],
          [t('figures.missing'), format.number(missing)],
          [t('preview.coldest'), temperature(coldest)],
          [t('preview.warmest'), temperature(warmest)],
          [t('preview.columns'), format.list(columns)],
        ]}
      >
        {leftOut > 0 && <p className="mt-1.5 text-small text-ink-soft">{t('preview.leftOut', { count: leftOut })}</p>}
        {ahead > 0 && <p className="mt-1.5 text-small text-ink-soft">{t('preview.ahead', { count: ahead })}</p>}
      </DayFigures>
    </section>
  );
}
