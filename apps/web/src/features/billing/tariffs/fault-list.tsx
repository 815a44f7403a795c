import type { PlanTextFault } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { faultText } from './fault-words.ts';

export interface FaultListProps {
  id: string;
  faults: readonly PlanTextFault[];
  onGo: (fault: PlanTextFault) => void;
}

/** What is wrong with a text, by line; each leads to its place. */
export function FaultList({ id, faults, onGo }: FaultListProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const inOrder = faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return (
    <section id={id} aria-live="polite" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
      <h3 className="text-small font-semibold">{t('text.faults', { count: faults.length })}</h3>
      <ul className="max-h-64 overflow-y-auto">
        {inOrder.map((fault, i) => {
          const words = faultText(fault, t, format);
          const { line, column, code, path } = fault;
          return (
            <li key={[i, code, ...path].join(' ')}>
              <button
                type="button"
                className="min-h-11 w-full rounded-control py-1.5 text-left text-small [overflow-wrap:anywhere] underline decoration-alert/40 underline-offset-2 hover:decoration-alert"
                onClick={() => onGo(fault)}
              >
                {line === undefined || column === undefined ? words : t('faults.at', { line, column, text: words })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
