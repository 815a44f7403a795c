import { useTranslation } from 'react-i18next';

const quick = ['usage', 'devices', 'billing', 'help'] as const;

export interface QuickButtonsProps {
  isPending: boolean;
  onAsk: (text: string) => void;
}

/** The commands by a press. */
export function QuickButtons({ isPending, onAsk }: QuickButtonsProps) {
  const { t } = useTranslation('assistant');
  return (
    <div
      role="group"
      aria-label={t('quick.label')}
      className="flex shrink-0 flex-wrap gap-1.5 px-3 pt-2 [@media(height<30rem)]:hidden"
    >
      {quick.map((name) => (
        <button
          key={name}
          type="button"
          // Not disabled: who pressed it by keyboard would lose their place.
          aria-disabled={isPending}
          className="min-h-9 flex-auto rounded-full border border-line px-2 text-small whitespace-nowrap text-leaf transition-colors duration-150 hover:bg-leaf-soft aria-disabled:opacity-55 pointer-coarse:min-h-11"
          onClick={() => onAsk(`/${name}`)}
        >
          {t(`quick.${name}`)}
        </button>
      ))}
    </div>
  );
}
