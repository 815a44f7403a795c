import { CircleCheck, CircleDashed, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import type { PartReport, ShownPart } from './check-parts.ts';

const looks = {
  up: { Icon: CircleCheck, tint: 'text-leaf' },
  slow: { Icon: Clock, tint: 'text-power-text' },
  down: { Icon: TriangleAlert, tint: 'text-alert' },
  off: { Icon: CircleSlash, tint: 'text-ink-soft' },
  checking: { Icon: CircleDashed, tint: 'text-ink-soft' },
} as const;

export function PartRow({ part, report }: { part: ShownPart; report: PartReport | undefined }) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const state = report?.state ?? 'checking';
  const { Icon, tint } = looks[state];
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0" data-part={part}>
      <Icon className={classNames('size-5 shrink-0', tint)} aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{t(`parts.${part}.name`)}</h2>
        <p className="text-small text-ink-soft">{t(`parts.${part}.text`)}</p>
      </div>
      <p className="text-right">
        <span className={classNames('font-semibold', tint)}>{t(`state.${state}`)}</span>
        {report?.tookMs !== undefined && (
          <span className="figures block text-small text-ink-soft">
            {t('took', { ms: format.number(report.tookMs) })}
          </span>
        )}
      </p>
    </li>
  );
}
