import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orReload } from '../data/reload-after-update.ts';
import { Near } from '../parts/near-view.tsx';
import { useSession } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { classNames } from '../ui/class-names.ts';

const FooterLinks = lazy(orReload(async () => ({ default: (await import('./footer-links.tsx')).FooterLinks })));
const year = new Date().getFullYear();

/** Whole for visitors; members see one line that opens it. */
export function Footer() {
  const { t } = useTranslation();
  const isMember = useSession().status === 'signed-in';
  const [isOpen, setOpen] = useState(false);
  const isWhole = !isMember || isOpen;
  return (
    <footer aria-label={t('footer.label')} className={classNames('border-t border-line', isMember ? 'mt-4' : 'mt-16')}>
      <div
        className={classNames(
          'mx-auto w-full max-w-content px-4 rail:pr-beside-button rail:pl-8',
          isWhole ? 'py-10' : 'py-1',
        )}
      >
        {isWhole && (
          <Near fallback={<div className="mb-8 min-h-158 sm:min-h-109 lg:min-h-54" />}>
            <ErrorBoundary fallback={null}>
              <FooterLinks />
            </ErrorBoundary>
          </Near>
        )}
        <div
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-6 text-small text-ink-soft',
            isWhole && 'border-t border-line pt-6',
          )}
        >
          <p>{t('footer.copyright', { year })}</p>
          {isMember && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="footer-links"
              className="inline-flex min-h-11 items-center gap-1 font-semibold hover:text-leaf"
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'footer.fewer' : 'footer.more')}
            </button>
          )}
        </div>
      </div>
    </footer>
  );
}
