import { useTranslation } from 'react-i18next';

const examples = ['use', 'compare', 'bill', 'now'] as const;

/** While nothing has been said yet: questions that can be asked by a press. */
export function ExampleQuestions({ onAsk }: { onAsk: (text: string) => void }) {
  const { t } = useTranslation('assistant');
  return (
    <div role="group" aria-label={t('examples.label')} className="mt-4 space-y-2">
      {examples.map((name) => (
        <button
          key={name}
          type="button"
          className="block min-h-11 w-full rounded-control border border-line px-3 py-2 text-left text-leaf transition-colors duration-150 hover:bg-leaf-soft"
          onClick={() => onAsk(t(`examples.${name}`))}
        >
          {t(`examples.${name}`)}
        </button>
      ))}
    </div>
  );
}
