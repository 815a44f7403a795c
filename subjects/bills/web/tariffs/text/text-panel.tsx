import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useFormat } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Field, TextArea } from '#shell/ui/field.tsx';
import type { PlanTextFault } from '../../../contract/tariff-plan.ts';
import { readTariffFormat } from '../../../contract/tariffs.ts';
import { readUrdb, type UrdbAnswer, type UrdbNote } from '../../../contract/urdb.ts';
import { maxFileBytes } from '../../market/market-series.tsx';
import { CheckAnswer, CurrencyNote, type useCheck } from '../check-answer.tsx';
import type { EntryFaults } from '../tariff-entry.ts';
import { faultText, placeInText } from '../plan-faults.ts';
import { atBase } from '#shell/data/base.ts';

interface TextPanelProps {
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
          href={atBase(readTariffFormat.path)}
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

// Rates of OpenEI's Utility Rate Database.

/** What became of a file of OpenEI's Utility Rate Database, and the text that stood there before. */
interface ReadFile {
  answer: UrdbAnswer;
  former: string;
}

/** Reads a file into the text of a tariff; the text that it replaces can be had back. */
function useUrdbFile(text: string, onText: (text: string) => void) {
  const [tooLarge, setTooLarge] = useState<number>();
  const open = useMutation({
    mutationFn: async (file: File): Promise<ReadFile> => ({
      answer: await callService(readUrdb, { body: new Blob([await file.text()], { type: 'text/plain' }) }),
      former: text,
    }),
    onSuccess: ({ answer }) => {
      if (answer.ok) onText(answer.text);
    },
  });
  return {
    isPending: open.isPending,
    error: open.error,
    answer: open.data?.answer,
    /** How large a file is that was not opened. */
    tooLarge,
    former: open.data?.former ?? '',
    open: (file: File) => {
      const isTooLarge = file.size > maxFileBytes;
      setTooLarge(isTooLarge ? file.size : undefined);
      if (isTooLarge) open.reset();
      else open.mutate(file);
    },
    putBack: () => {
      onText(open.data?.former ?? '');
      open.reset();
    },
  };
}

type UrdbFile = ReturnType<typeof useUrdbFile>;

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

/** What became of a file: what the text leaves out and assumes, or why there is no text. */
function UrdbNotes({ urdb }: { urdb: UrdbFile }) {
  const { t } = useTranslation('billing-market');
  const { ofThrown } = useFailureMessages();
  const format = useFormat();
  const { answer, error, tooLarge } = urdb;
  const wrong =
    tooLarge !== undefined
      ? t('urdb.tooLarge', { size: format.bytes(tooLarge), most: format.bytes(maxFileBytes) })
      : error !== null
        ? ofThrown(error)
        : answer?.ok === false
          ? urdbFaultText(answer, t)
          : undefined;
  if (wrong !== undefined)
    return (
      <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert [overflow-wrap:anywhere]">
        {wrong}
      </p>
    );
  if (answer?.ok !== true) return null;
  const texts = noteTexts(answer.notes, t);
  return (
    <section role="status" className="rounded-control border border-line bg-paper px-4 py-3 text-small">
      <h3 className="font-semibold">{t('urdb.read')}</h3>
      <p className="mt-1">
        {t('urdb.count', { count: answer.count })} {texts.length === 0 && t('urdb.clean')}
      </p>
      {texts.length > 0 && (
        <ul
          aria-label={t('urdb.notes')}
          className="mt-1 max-h-64 list-disc space-y-1 overflow-y-auto pl-5 [overflow-wrap:anywhere]"
        >
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {urdb.former.trim() !== '' && (
        <Button look="quiet" size="small" className="-ml-3" onClick={urdb.putBack}>
          {t('urdb.former')}
        </Button>
      )}
    </section>
  );
}

type Words = TFunction<'billing-market'>;

/** Each once: what is assumed for many periods is one assumption. What is left out goes by its own name. */
function noteTexts(notes: readonly UrdbNote[], t: Words): string[] {
  const texts = notes.map((note) => {
    if (note.code === 'assumed') return t(`urdb.assumed.${note.what}`);
    const words = { field: fieldOf(note.path), value: note.value };
    return t(note.value === '' ? 'urdb.leftOut' : 'urdb.leftOutValue', words);
  });
  return [...new Set(texts)];
}

function urdbFaultText({ fault }: Extract<UrdbAnswer, { ok: false }>, t: Words): string {
  return t(`urdb.faults.${fault.code}`, { field: fieldOf(fault.path) });
}

const fieldOf = (path: readonly (string | number)[]): string => path.join('.');
