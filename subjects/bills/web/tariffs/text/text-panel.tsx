import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import { readTariffFormat } from '../../../contract/tariffs.ts';
import { type ReactNode, type RefObject, Suspense, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field } from '#shell/ui/field.tsx';
import { TextArea } from '#shell/ui/input.tsx';
import { CheckAnswer, type useCheck } from '../check-answer.tsx';
import { CurrencyNote } from '../currency-note.tsx';
import { faultText, placeInText } from './fault-messages.ts';
import type { EntryFaults } from '../tariff-entry.ts';
import { type UrdbFile, UrdbNotes, useUrdbFile } from './urdb-notes.tsx';

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

/** Opens a rate of OpenEI's Utility Rate Database as the text of a tariff. */
function UrdbButton({ urdb }: { urdb: UrdbFile }) {
  const { t } = useTranslation('billing-market');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="secondary" size="small" pending={urdb.isPending} onClick={() => input.current?.click()}>
        {t('urdb.open')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('urdb.open')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) urdb.open(file);
          event.target.value = '';
        }}
      />
    </>
  );
}

interface FaultListProps {
  id: string;
  faults: readonly PlanTextFault[];
  onGo: (fault: PlanTextFault) => void;
}

/** What is wrong with a text, by line; each leads to its place. */
function FaultList({ id, faults, onGo }: FaultListProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const inOrder = faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return (
    <section id={id} aria-live="polite" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
      <h3 className="text-small font-semibold">{t('text.faults', { count: faults.length })}</h3>
      <ul className="max-h-64 overflow-y-auto">
        {inOrder.map((fault, i) => {
          const words = faultText(fault, t, format);
          const { line, column, code, path } = fault;
          return (
            <li key={[i, code, ...path].join(' ')}>
              <button
                type="button"
                className="min-h-11 w-full rounded-control py-1.5 text-left text-small [overflow-wrap:anywhere] underline decoration-alert/40 underline-offset-2 hover:decoration-alert"
                onClick={() => onGo(fault)}
              >
                {line === undefined || column === undefined ? words : t('faults.at', { line, column, text: words })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
