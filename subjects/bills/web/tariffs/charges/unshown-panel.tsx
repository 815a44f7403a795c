import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import type { UnshownPart } from './form-of-plan.ts';

export interface UnshownPanelProps {
  parts: readonly UnshownPart[];
  onText: () => void;
  /** Begins with charges of one's own instead. */
  onNew: () => void;
}

/** Says what of a tariff the form has no fields for, and leads to where it can be changed. */
export function UnshownPanel({ parts, onText, onNew }: UnshownPanelProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <section className="rounded-control bg-paper p-4">
      <h3 className="font-semibold">{t('unshown.title')}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {parts.map((part) => (
          <li key={part}>{t(`unshown.${part}`)}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft">{t('unshown.text')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onText}>{t('unshown.toText')}</Button>
        <Button look="secondary" onClick={onNew}>
          {t('unshown.toNew')}
        </Button>
      </div>
    </section>
  );
}
