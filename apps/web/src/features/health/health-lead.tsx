import { CircleAlert, CircleCheck, CircleDashed, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import type { SeenParts } from './look-at-parts.ts';

/** The whole of it in one sentence: the largest thing on the page. */
export function HealthLead({ parts, isOnline }: { parts: SeenParts['parts'] | undefined; isOnline: boolean }) {
  const { t } = useTranslation('health');
  const states = Object.values(parts ?? {}).map(({ state }) => state);
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const [down, slow] = [count('down'), count('slow')];
  const { Icon, tint, words } = !isOnline
    ? { Icon: CloudOff, tint: 'bg-power-soft text-power-text', words: t('lead.offline') }
    : parts === undefined
      ? { Icon: CircleDashed, tint: 'bg-paper text-ink-soft', words: t('lead.checking') }
      : down > 0
        ? { Icon: CircleAlert, tint: 'bg-alert-soft text-alert', words: t('lead.down', { count: down }) }
        : slow > 0
          ? { Icon: CircleAlert, tint: 'bg-power-soft text-power-text', words: t('lead.slow', { count: slow }) }
          : { Icon: CircleCheck, tint: 'bg-leaf-soft text-leaf', words: t('lead.up') };
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
      <span className={classNames('inline-flex size-14 shrink-0 items-center justify-center rounded-full', tint)}>
        <Icon className="size-7" aria-hidden />
      </span>
      <div role="status" className="min-w-0">
        <p className="flex min-h-[2lh] items-center text-head sm:min-h-[1lh]">{words}</p>
        <p className="mt-0.5 text-ink-soft">{isOnline ? t('rendered') : t('offlineText')}</p>
      </div>
    </div>
  );
}
