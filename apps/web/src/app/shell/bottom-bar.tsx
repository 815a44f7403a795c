import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { preloadPage } from '../pages.ts';
import { barDestinations, isCurrent } from './destinations.ts';

export function BottomBar() {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] rail:hidden"
    >
      {/* At its right end stands the assistant's button. */}
      <ul className="flex pr-16">
        {barDestinations.map(({ key, to, Icon }) => {
          const current = isCurrent(to, pathname, hash);
          return (
            <li key={key} className="min-w-11 flex-auto">
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                onPointerDown={() => preloadPage(to)}
                className={classNames(
                  'flex min-h-15 flex-col items-center justify-center gap-1 text-xs leading-tight -outline-offset-2',
                  current ? 'font-semibold text-leaf' : 'text-ink-soft',
                )}
              >
                <Icon className="size-5" aria-hidden />
                {t(`nav.${key}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
