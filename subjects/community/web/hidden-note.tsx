import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Stands above what was hidden, for its author and for administrators. */
export function HiddenNote({ why }: { why: string | null }) {
  const { t } = useTranslation('community');
  if (why === null) return null;
  return (
    <div className="flex items-start gap-3 rounded-control bg-power-soft px-3 py-2.5 text-small">
      <EyeOff className="mt-0.5 size-4.5 shrink-0 text-power-text" aria-hidden />
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">
          {why === '' ? t('post.hidden') : t('post.hiddenWhy', { why })}
        </p>
        <p>{t('post.hiddenText')}</p>
      </div>
    </div>
  );
}
