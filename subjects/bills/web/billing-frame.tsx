import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useNameAmongSeveral } from '#shell/household/household.ts';
import { SimulatedMark } from '#shell/household/simulated-mark.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { SignInPrompt } from '#shell/session/member-page.tsx';
import { useSession } from '#shell/session/session.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { Card, PageHeader } from '#shell/ui/layout.tsx';

const pages = { bill: '/billing', prices: '/billing/prices' } as const;

/** Whoever is led to the prices to enter the first ones finds the form open. */
export const toEnterPrices = { enters: true } as const;

/** Around both pages of Billing: what the home pays, and by which prices and papers. */
export function BillingFrame({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('billing');
  const session = useSession();
  const homeName = useNameAmongSeveral();
  const { pathname } = useLocation();
  const isPrices = pathname === pages.prices;
  useDocumentTitle(isPrices ? t('pages.prices') : t('title'));
  const isMember = session.status === 'signed-in';
  return (
    <>
      <PageHeader
        title={t('title')}
        mark={<SimulatedMark />}
        subtitle={[homeName, t(isPrices ? 'pages.pricesText' : 'subtitle')].filter(Boolean).join(' · ')}
      />
      {session.status === 'signed-out' ? (
        <Card>
          <SignInPrompt title={t('signedOut.title')} text={t('signedOut.text')} />
        </Card>
      ) : (
        <>
          <nav aria-label={t('pages.label')} className="mb-4 flex gap-6 border-b border-line">
            <PageLink to={pages.bill} isCurrent={!isPrices} name={t('pages.bill')} />
            <PageLink to={pages.prices} isCurrent={isPrices} name={t('pages.prices')} />
          </nav>
          {isMember ? children : skeleton}
        </>
      )}
    </>
  );
}

function PageLink({ to, isCurrent, name }: { to: string; isCurrent: boolean; name: string }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        '-mb-px inline-flex min-h-11 items-center border-b-2',
        isCurrent ? 'border-leaf font-semibold text-leaf' : 'border-transparent text-ink-soft hover:text-ink',
      )}
    >
      {name}
    </Link>
  );
}

interface Part {
  isError: boolean;
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
}

/** Of a page that needs all of these: why the first could not be fetched, and another try for each that failed. Null: none has. */
export function failureOf(parts: readonly Part[]): ReactNode {
  const failed = parts.find(({ isError, data }) => isError && data === undefined);
  if (failed === undefined) return null;
  const retry = () => {
    for (const part of parts) if (part.isError) void part.refetch();
  };
  return (
    <Card>
      <LoadFailure error={failed.error} onRetry={retry} />
    </Card>
  );
}

/** What an address such as `/billing#costs` may name. */
const cards = [
  'so-far',
  'costs',
  'payments',
  'bills',
  'tariffs',
  'market-prices',
  'utility-bills',
  'paying',
  'documents',
];

/** Drawn with the cards, which come only with their data: brings the one that the address names to the top. */
export function CardArrival() {
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.slice(1);
    if (cards.includes(id)) document.getElementById(id)?.scrollIntoView();
  }, [hash]);
  return null;
}
