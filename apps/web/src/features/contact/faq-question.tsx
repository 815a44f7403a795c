import { ChevronDown, Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useArrivalRef } from '../../platform/arrival-ref.ts';
import type { FaqItem } from '../../platform/faq.ts';
import { FaqAnswerText } from './faq-answer-text.tsx';

/** One question; its answer unfolds. The address of the page may name it. */
export function FaqQuestion({ item, isNamed }: { item: FaqItem; isNamed: boolean }) {
  const { t } = useTranslation('contact');
  const place = `faq-${item.key}`;
  const summary = useArrivalRef<HTMLElement>(place);
  return (
    <details open={isNamed} className="group">
      <summary
        id={place}
        ref={summary}
        className="flex scroll-mt-4 min-h-14 list-none items-center justify-between gap-4 rounded-control py-3 font-semibold [&::-webkit-details-marker]:hidden"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{item.question}</span>
        <ChevronDown
          className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
          aria-hidden
        />
      </summary>
      <div className="max-w-[44em] pt-1 pb-4">
        <FaqAnswerText text={item.answer} />
        <Link
          to={`/contact#${place}`}
          className="mt-1 inline-flex min-h-11 items-center gap-2 text-small font-semibold text-leaf underline-offset-2 hover:underline"
        >
          <Link2 className="size-4" aria-hidden />
          {t('faq.link')}
        </Link>
      </div>
    </details>
  );
}
