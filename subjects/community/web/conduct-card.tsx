import { useTranslation } from 'react-i18next';
import { Card } from '#shell/ui/card.tsx';

/** Three sentences, wherever one reads or writes. */
export function ConductCard() {
  const { t } = useTranslation('community');
  return (
    <Card title={t('conduct.title')}>
      <ol className="space-y-2.5 text-ink-soft">
        {(['kind', 'private', 'safe'] as const).map((rule) => (
          <li key={rule}>{t(`conduct.${rule}`)}</li>
        ))}
      </ol>
    </Card>
  );
}
