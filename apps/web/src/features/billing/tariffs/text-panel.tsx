import type { PlanTextFault } from '@wattershed/contracts';
import { readTariffFormat } from '@wattershed/contracts/tariffs';
import { type ReactNode, type RefObject, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { CheckAnswer } from './check-answer.tsx';
import { CurrencyNote } from './currency-note.tsx';
import { FaultList } from './fault-list.tsx';
import { placeInText } from './fault-words.ts';
import type { EntryFaults } from './tariff-entry.ts';
import { UrdbButton } from './urdb-button.tsx';
import { useUrdbFile } from './urdb-file.ts';
import { UrdbNotes } from './urdb-notes.tsx';
import type { useCheck } from './use-check.ts';

export interface TextPanelProps {
  text: string;
  currency: string;
  fault: EntryFaults['text'];
  check: ReturnType<typeof useCheck>;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onExample: () => void;
  /** What it asks for, and from which day it holds. */
  children: ReactNode;
}

const linesAbove = 3;

/** Puts the cursor where a fault is, with some lines above it in view. */
export function goToFault(area: HTMLTextAreaElement | null, { line, column }: PlanTextFault): void {
  if (area === null) return;
  area.focus();
  if (line === undefined || column === undefined) return;
  const place = placeInText(area.value, line, column);
  area.setSelectionRange(place, place);
  area.scrollTop = Math.max(0, line - linesAbove) * Number.parseFloat(getComputedStyle(area).lineHeight || '20');
}

/** A tariff of any shape, as text: checked while it is written, with a month under it once it is sound. */
export function TextPanel({ text, currency, fault, check, area, onChange, onExample, children }: TextPanelProps) {
  const { t } = useTranslation('billing');
  const faultsId = useId();
  const urdb = useUrdbFile(text, onChange);
  const faults = check.data?.ok === false ? check.data.faults : [];
  return (
    <>
      <Field
        label={t('text.label')}
        hint={t('text.hint')}
        error={fault === 'empty' && text.trim() === '' ? t('text.empty') : undefined}
      >
        {({ 'aria-invalid': isInvalid, 'aria-describedby': describedBy, ...control }) => (
          <TextArea
            {...control}
            ref={area}
            aria-invalid={isInvalid ?? (faults.length > 0 || undefined)}
            aria-describedby={faults.length > 0 ? `${describedBy ?? ''} ${faultsId}`.trim() : describedBy}
            className="h-72 font-[ui-monospace,SFMono-Regular,Menlo,Consolas,monospace,'Anek_Devanagari_Variable'] sm:text-small"
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            autoComplete="off"
            maxLength={100_000}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={readTariffFormat.path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-small font-semibold text-leaf underline"
        >
          {t('text.guide')}
        </a>
        {text.trim() === '' && (
          <Button look="secondary" size="small" onClick={onExample}>
            {t('text.example')}
          </Button>
        )}
        <Suspense>
          <UrdbButton urdb={urdb} />
        </Suspense>
      </div>
      {faults.length > 0 && <FaultList id={faultsId} faults={faults} onGo={(one) => goToFault(area.current, one)} />}
      <CurrencyNote tariff={check.data?.ok ? check.data.summary.currency : undefined} household={currency} />
      {children}
      <Suspense>
        <UrdbNotes urdb={urdb} />
      </Suspense>
      <CheckAnswer check={check} />
    </>
  );
}
