import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { Section } from './section.tsx';

const questions = ['hardware', 'where', 'demo', 'guest', 'wrong', 'cost'] as const;

export function Questions() {
  const { t } = useTranslation('home');
  return (
    <Section id="questions" title={t('questions.title')}>
      <div className="divide-y divide-line border-y border-line">
        {questions.map((question) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
              {t(`questions.${question}.q`)}
              <ChevronDown
                className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
                aria-hidden
              />
            </summary>
            <p className="max-w-[42em] pb-5 text-ink-soft">
              {t(`questions.${question}.a`, { days: environment().guestDays })}
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}
