import { useTranslation } from 'react-i18next';
import { Badge } from '#shell/ui/badge.tsx';
import type { UsageFigures } from './usage-figures.ts';

/** Names figures that nobody's meter measured. */
export function OriginBadge({ origin }: { origin: UsageFigures['origin'] }) {
  const { t } = useTranslation('usage');
  if (origin === 'measured') return null;
  return <Badge tone="sample">{t(`origin.${origin}`)}</Badge>;
}
