import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { OutsideLink } from '#shell/ui/outside-link.tsx';
import { UtilityTile } from '#shell/ui/utility-mark.tsx';
import { CheckAnswer, type useCheck } from './check-answer.tsx';
import { CurrencyNote } from './currency-note.tsx';
import type { LibraryTariff } from './tariff-api.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface LibraryChoiceProps {
  tariff: LibraryTariff;
  currency: string;
  check: ReturnType<typeof useCheck>;
  /** What it asks for, and from which day it holds. */
  children: ReactNode;
  onBack: () => void;
}

/** One tariff of the library: where it was read, what it asks for, and a month under it. */
export function LibraryChoice({ tariff, currency, check, children, onBack }: LibraryChoiceProps) {
  const { t } = useTranslation('billing');
  const { words, sourceDay } = useBillFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, url, date } = tariff.source;
  const asOf = date === undefined ? [] : [t('library.asOf', { day: sourceDay(date) })];
  return (
    <>
      <div>
        <Button
          look="quiet"
          size="small"
          className="-ml-4"
          icon={<ArrowLeft className="size-5" aria-hidden />}
          onClick={onBack}
        >
          {t('library.back')}
        </Button>
        <div className="mt-2 flex items-start gap-3">
          <UtilityTile utility={tariff.utility} />
          <div className="min-w-0">
            <h3 ref={heading} tabIndex={-1} className="text-title outline-none">
              {words(tariff.name)}
            </h3>
            <p className="mt-0.5 text-small text-ink-soft">
              <span lang="en">{title}</span>
              {asOf.map((text) => ` · ${text}`)}
            </p>
            {url !== undefined && (
              <p className="mt-0.5 text-small">
                <OutsideLink address={url}>{t('library.source')}</OutsideLink>
              </p>
            )}
          </div>
        </div>
      </div>
      <CurrencyNote tariff={tariff.currency} household={currency} />
      {children}
      <CheckAnswer check={check} />
    </>
  );
}
