import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { useHousehold } from './household.ts';

/** Beside a page's title, in the demo household: the one mark that its figures are simulated. */
export function SimulatedMark() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: household } = useHousehold();
  // Known of a guest before their household has come.
  const isSimulated = household ? household.kind !== 'home' : session.status === 'signed-in' && session.user.isGuest;
  return isSimulated ? <Badge tone="sample">{t('simulated')}</Badge> : null;
}
