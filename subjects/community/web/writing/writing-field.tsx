import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import { Field } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/segmented-control.tsx';
import { TextArea } from '#shell/ui/input.tsx';
import { Written } from '../written.tsx';

export interface WritingFieldProps {
  label: string;
  name: string;
  value: string;
  most: number;
  rows: number;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A text in the Markdown subset: written, or looked at as others will see it. */
export function WritingField({ label, name, value, most, rows, error, onChange }: WritingFieldProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const language = useLanguage();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const left = most - value.length;
  return (
    <div className="relative">
      <div className="absolute top-0 right-0">
        <SegmentedControl
          label={t('writing.mode')}
          value={mode}
          options={[
            { value: 'write', label: t('writing.write') },
            { value: 'preview', label: t('writing.preview') },
          ]}
          onChange={setMode}
        />
      </div>
      {mode === 'preview' ? (
        <section aria-label={t('writing.preview')}>
          <p aria-hidden="true" className="mb-1.5 flex min-h-11 items-center text-small font-semibold">
            {label}
          </p>
          <div className="min-h-28 rounded-control border border-dashed border-ink-soft/50 p-3">
            {value.trim() === '' ? (
              <p className="text-ink-soft">{t('writing.nothing')}</p>
            ) : (
              <Written text={value} lang={language} />
            )}
          </div>
        </section>
      ) : (
        <Field
          label={label}
          hint={t('writing.hint')}
          error={error}
          className="[&>label]:flex [&>label]:min-h-11 [&>label]:items-center"
        >
          {(control) => (
            <TextArea
              {...control}
              name={name}
              rows={rows}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="figures mt-1 min-h-[1lh] text-right text-small text-ink-soft" aria-live="polite">
        {left < most / 5 &&
          (left >= 0
            ? t('writing.left', { number: format.number(left) })
            : t('problems.long', { number: format.number(-left) }))}
      </p>
    </div>
  );
}
