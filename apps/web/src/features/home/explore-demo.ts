import type { Language } from '@wattershed/catalogue';
import { signInAsGuest } from '../../platform/auth.ts';
import { guestDate } from '../../platform/guest-date.ts';
import { i18n } from '../../platform/i18n.ts';
import { notify } from '../../ui/notice.ts';

/** Signs in as a guest. What went wrong is told; the answer is whether one is in. */
export async function exploreDemo(language: Language): Promise<boolean> {
  const outcome = await signInAsGuest();
  await i18n.loadNamespaces('account');
  if (outcome.ok) notify(i18n.t('account:done.guest'), i18n.t('account:done.guestText', { date: guestDate(language) }));
  else notify(i18n.t(`account:failure.${outcome.failure.code}`), undefined, 'alert');
  return outcome.ok;
}
