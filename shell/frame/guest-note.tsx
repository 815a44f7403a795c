import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { environment } from '../data/env.ts';
import { guestDate } from '../session/guest/guest-date.ts';
import { useSession } from '../session/session.ts';
import { useLanguage } from '../text/use-language.ts';
import { classNames } from '../ui/class-names.ts';

/** Tells a guest until when they are kept. It stands where nothing has to move for it. */
export function GuestNote({ className }: { className: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const language = useLanguage();
  if (session.status !== 'signed-in' || !session.user.isGuest) return null;
  return (
    <aside
      aria-label={t('account.guest')}
      className={classNames('rounded-card border border-dashed border-leaf/50 bg-leaf-soft p-4 text-small', className)}
    >
      <p>{t('guest.banner', { date: guestDate(language) })}</p>
      {environment().keepsGuests && (
        <Link to="/profile" className="mt-2 inline-block py-1 font-semibold text-leaf underline underline-offset-2">
          {t('guest.keep')}
        </Link>
      )}
    </aside>
  );
}
