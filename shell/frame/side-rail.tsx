import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { classNames } from '../ui/class-names.ts';
import { Brand } from './brand.tsx';
import { isCurrent, railDestinations } from './destinations.ts';
import { GuestNote } from './guest-note.tsx';

export function SideRail({ preloadPage }: { preloadPage: (path: string) => void }) {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  return (
    <div className="hidden w-54 shrink-0 border-r border-line rail:block">
      <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-3.5 py-4">
        <nav aria-label={t('nav.label')}>
          <div className="mb-5 px-2.5">
            <Brand />
          </div>
          <ul className="space-y-1">
            {railDestinations.map(({ key, to, Icon }) => {
              const current = isCurrent(to, pathname, hash);
              return (
                <li key={key}>
                  <Link
                    to={to}
                    aria-current={current ? 'page' : undefined}
                    onPointerEnter={() => preloadPage(to)}
                    onFocus={() => preloadPage(to)}
                    className={classNames(
                      'flex min-h-11 items-center gap-3 rounded-control px-3 transition-colors duration-150',
                      current
                        ? 'bg-leaf-soft font-semibold text-leaf'
                        : 'text-ink-soft hover:bg-leaf-soft/60 hover:text-ink',
                    )}
                  >
                    <Icon className="size-[18px]" aria-hidden />
                    {t(`nav.${key}`)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <GuestNote className="mt-auto" />
      </div>
    </div>
  );
}
