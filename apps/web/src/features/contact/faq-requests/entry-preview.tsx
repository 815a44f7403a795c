import { type Language, languageIds } from '@wattershed/catalogue';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/use-language.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FaqAnswerText } from '../faq-answer-text.tsx';
import type { EntryTexts } from './change-rows.ts';

/** As readers will see it, in one language at a time. */
export function EntryPreview({ draft }: { draft: EntryTexts }) {
  const { t } = useTranslation('admin');
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <section aria-label={t('form.preview')} className="rounded-card border border-dashed border-ink-soft/60 p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-ink-soft">{t('form.preview')}</p>
        <SegmentedControl
          label={t('form.previewIn')}
          value={language}
          options={languageIds.map((one) => ({ value: one, label: t(`names.${one}`) }))}
          onChange={setLanguage}
        />
      </div>
      <div lang={language} className="written">
        <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{draft.question[language]}</p>
        <FaqAnswerText text={draft.answer[language]} />
      </div>
    </section>
  );
}
