import { CloudOff } from 'lucide-react';
import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NotKeptError } from '../data/reload-after-update.ts';
import { useDocumentTitle } from '../text/document-title.ts';
import { Button } from '../ui/button.tsx';

interface ErrorBoundaryProps {
  /** Within a page the navigation around it stays. */
  inPage?: boolean;
  /** Instead of words about it: for a part that the page can do without. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  caught: { error: unknown } | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return <ErrorScreen error={caught.error} inPage={this.props.inPage === true} />;
  }
}

/** A part of the frame that comes later and unasked: where it cannot be fetched, the app goes on without it. */
export function LaterPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** What is left when the app itself failed. Its English words stand in the code: the translations may be what failed. */
function ErrorScreen({ error, inPage = false }: { error: unknown; inPage?: boolean }) {
  if (error instanceof NotKeptError) {
    return (
      <Suspense fallback={null}>
        <NotKept />
      </Suspense>
    );
  }
  return <Failed error={error} inPage={inPage} />;
}

function NotKept() {
  const { t } = useTranslation(['offline', 'shell']);
  useDocumentTitle(t('notKept.title'));
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <span className="mb-4 inline-flex size-14 items-center justify-center rounded-full bg-power-soft text-power-text">
        <CloudOff className="size-6" aria-hidden />
      </span>
      <h1 tabIndex={-1} className="text-head outline-none">
        {t('notKept.title')}
      </h1>
      <p className="mx-auto mt-2 mb-8 max-w-md text-ink-soft">{t('notKept.text')}</p>
      <Button onClick={() => location.reload()}>{t('shell:load.retry')}</Button>
    </div>
  );
}

function Failed({ error, inPage }: { error: unknown; inPage: boolean }) {
  const { t } = useTranslation();
  const title = t('error.title', { defaultValue: 'Something went wrong.' });
  useDocumentTitle(title);
  return (
    <div role="alert" className={inPage ? 'py-16 text-center' : 'mx-auto max-w-xl px-4 py-24 text-center'}>
      <h1 tabIndex={-1} className="text-head outline-none">
        {title}
      </h1>
      {inPage && (
        <h2 className="mt-4 text-title">{t('error.route', { defaultValue: 'Unexpected Application Error' })}</h2>
      )}
      <p className="mt-2 mb-8 break-words text-ink-soft">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>{t('error.reload', { defaultValue: 'Reload' })}</Button>
    </div>
  );
}
