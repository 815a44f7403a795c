import { Search } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orReload } from '../../platform/reload-after-update.ts';

const load = () => import('./search-dialog.tsx');
const SearchDialog = lazy(orReload(load));
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search, from the header or by Ctrl/⌘ K; what it needs is loaded then. */
export function SearchButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean>();

  // Before the button is painted: who sees it can press its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control border border-line bg-card px-3 text-ink-soft transition-colors duration-150 hover:border-ink-soft/50"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Search className="size-[18px]" aria-hidden />
        <span className="max-xl:sr-only">{t('nav.search')}</span>
        <kbd className="hidden rounded-md border border-line bg-paper px-1.5 text-[0.8125rem] xl:inline" aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <SearchDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
