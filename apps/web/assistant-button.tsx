import { MessageCircleMore, X } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantProps } from '#subjects/assistant/web/assistant.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { orReload } from '#shell/data/reload-after-update.ts';
import { ErrorBoundary } from '#shell/frame/error-boundary.tsx';

const load = () => import('./assistant-panel.tsx');
const loadOrReload = orReload(load);
const preload = () => void load().catch(() => undefined);

/** Opens and closes the assistant, whose conversation stays while pages change; what it needs is loaded with the first press. */
export function AssistantButton() {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<AssistantProps>>();
  const [open, setOpen] = useState(false);

  const show = async () => {
    try {
      const { default: Loaded } = await loadOrReload();
      setPanel(() => Loaded);
      setOpen(true);
    } catch {
      notify(t('load.failed'), navigator.onLine ? undefined : t('load.offlineText'), 'alert');
    }
  };
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
  };

  const Icon = open ? X : MessageCircleMore;
  return (
    <aside aria-label={t('assistant')} className="print:hidden">
      <button
        ref={button}
        type="button"
        aria-label={t('assistant')}
        aria-expanded={open}
        aria-controls={open ? 'assistant-panel' : undefined}
        className="fixed right-2 bottom-[calc(0.375rem+env(safe-area-inset-bottom))] z-40 inline-flex size-12 items-center justify-center rounded-full bg-leaf text-white transition-colors duration-150 hover:bg-leaf-deep forced-colors:border rail:right-4 rail:bottom-4 rail:size-14 rail:shadow-lift"
        onPointerEnter={preload}
        onFocus={preload}
        onKeyDown={onKeyDown}
        onClick={() => (open ? close() : void show())}
      >
        <Icon className="size-6" aria-hidden />
      </button>
      {Panel !== undefined && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <Panel open={open} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </aside>
  );
}
