import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { textIn, unitName, type Utility, utilityIds } from '#catalogue/index.ts';
import { seemlyDocumentName } from '../../contract/documents.ts';
import type { Household, TariffRow, UtilityBillRow } from '#supabase/tables/index.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { useForm } from '#shell/parts/form.tsx';
import { AreaField, Field, FormActions, FormAlert, Select, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Progress } from '#shell/ui/file-transfer.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { billingKey } from '../billing-queries.ts';
import { CheckField } from '../check-field.tsx';
import {
  addDocument,
  type BillDocument,
  type DocumentFailure,
  DocumentDrop,
  documentsQuery,
  failureOf,
  roomOf,
  useDocumentLabels,
  useDocumentUpload,
} from '../documents/kept-documents.tsx';
import { AmountInput } from '../tariffs/prices/amount-input.tsx';
import { isTariffDay } from '../tariffs/prices/simple-plan.ts';
import { useBillFormat } from '../use-bill-format.ts';
import {
  checkDraft,
  decimalMark,
  type DraftFault,
  maxDocumentName,
  maxNote,
  moneyFields,
  saveUtilityBill,
  termsOn,
  useUtilityBills,
  type UtilityBillDraft,
  type UtilityBillEntry,
} from './utility-bill-draft.ts';
import { PaperMark } from './paper-place.tsx';
import { UtilityBillFromFile } from './utility-bill-from-file.tsx';
import { UtilityBillFromPaper } from './utility-bill-from-paper.tsx';
import { fieldOnPaper, type PaperOfForm } from './utility-bill-paper.ts';
import { sharing } from './utility-bill-told.ts';

export interface UtilityBillFormProps {
  household: Household;
  tariffs: readonly TariffRow[];
  today: string;
  bill: UtilityBillRow | undefined;
  /** Begins with what files tell. */
  isFromFile: boolean;
  /** Also a tariff that was just made. */
  mayDelete: boolean;
  begun: UtilityBillDraft;
  onChange: (draft: UtilityBillDraft) => void;
  /** Saved, or given up. */
  onDone: () => void;
}

export function UtilityBillForm(props: UtilityBillFormProps) {
  const { household, tariffs, today, bill, isFromFile, mayDelete, begun, onChange, onDone } = props;
  const { t, i18n } = useTranslation(['utility-bills', 'billing']);
  const queries = useQueryClient();
  const ofDocument = useDocumentLabels();
  const [paper, setPaper] = useState<PaperOfForm>();
  const measured = useUtilities();
  const entered = useUtilityBills().data ?? [];
  const currencyOf = ({ lastDay, utility }: UtilityBillDraft) =>
    termsOn(lastDay, utility, tariffs).currency ?? bill?.currency ?? household.currency;
  const save = useMutation({
    mutationFn: (entry: UtilityBillEntry) => saveUtilityBill(household.id, bill, entry),
    onSuccess: async () => {
      notify(t('form.saved'), t('form.savedText'));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const check = (typed: UtilityBillDraft) =>
    checkDraft(typed, { currency: currencyOf(typed), today, decimalMark: decimalMark(i18n.language) });
  const form = useForm<UtilityBillDraft, DraftFault>({
    values: begun,
    check: (typed) => {
      const checked = check(typed);
      return checked.ok ? {} : checked.faults;
    },
    words: (fault, _, typed) => t(`fault.${fault}`, { currency: currencyOf(typed) }),
    send: async (typed) => {
      const checked = check(typed);
      if (!checked.ok) return;
      const { entry } = checked;
      const isKept = paper?.isKept === true && entry.document === null;
      const document = isKept ? await keepPaper(household, paper.file, typed.firstDay, queries) : entry.document;
      await save.mutateAsync({ ...entry, document });
    },
    refusal: (error, reason) =>
      `${t('form.failed')} ${error instanceof PaperNotKept ? ofDocument(error.failure) : reason}`,
    onChange,
  });
  const draft = form.values;
  const { unit, suppliers } = termsOn(draft.lastDay, draft.utility, tariffs);
  const currency = currencyOf(draft);
  const amount = (name: 'total' | 'used' | (typeof moneyFields)[number]) => ({
    ...form.control(name),
    error: form.errorOf(name),
  });
  const fill = (filled: UtilityBillDraft) => {
    form.forget();
    form.set(filled);
  };
  /** A field, and what there is to say of it on the paper. */
  const onPaper = (name: keyof typeof fieldOnPaper, field: ReactNode) => (
    <div className="sm:has-[canvas]:col-span-3">
      {field}
      <PaperMark paper={paper} of={fieldOnPaper[name]} isAsRead={paper?.filled[name] === draft[name]} />
    </div>
  );
  const day = { type: 'date', min: '2000-01-01', max: '2099-12-31' };
  return (
    <form {...form.props} className="space-y-5">
      {bill === undefined && (
        <div className="space-y-2">
          <UtilityBillFromFile
            context={{ household, tariffs, entered, today }}
            startsOpen={isFromFile}
            draft={draft}
            currency={currency}
            onFill={fill}
          />
          <UtilityBillFromPaper
            household={household}
            tariffs={tariffs}
            draft={draft}
            currency={currency}
            mayDelete={mayDelete}
            paper={paper}
            onPaper={setPaper}
            onFill={fill}
          />
        </div>
      )}
      <SegmentedControl<Utility>
        {...form.control('utility')}
        label={t('form.utility')}
        options={utilityIds
          .filter((one) => measured.includes(one) || one === draft.utility)
          .map((value) => ({ value, label: t(value) }))}
      />
      <SupplierChoice {...form.control('supplier')} suppliers={suppliers} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {onPaper('firstDay', <TextField {...form.field('firstDay')} label={t('form.firstDay')} {...day} />)}
        {onPaper('lastDay', <TextField {...form.field('lastDay')} label={t('form.lastDay')} {...day} />)}
        {onPaper('total', <AmountInput {...amount('total')} label={t('form.total', { currency })} />)}
      </div>
      <UtilityBillShared draft={draft} others={entered.filter(({ id }) => id !== bill?.id)} />
      {/* What a bill says besides its total: the more of it is copied, the more of a difference can be told apart. */}
      <fieldset className="space-y-3 border-t border-line pt-4">
        <legend className="float-left mb-1 w-full font-semibold">{t('form.parts')}</legend>
        <p className="clear-both text-small text-ink-soft">{t('form.partsText')}</p>
        <div className="grid gap-x-3 gap-y-1 sm:grid-cols-3">
          {onPaper('used', <AmountInput {...amount('used')} label={t('form.used', { unit: unitName(unit) })} />)}
          <CheckField {...form.input('isEstimated')} label={t('form.isEstimated')} className="sm:mt-7 sm:self-start" />
        </div>
        <div className="grid items-start gap-3 sm:grid-cols-3">
          {moneyFields.map((field) => (
            <div key={field} className="sm:has-[canvas]:col-span-3">
              <AmountInput {...amount(field)} label={t(`form.${field}`, { currency })} />
              {field === 'taxAmount' && (
                <PaperMark paper={paper} of="tax" isAsRead={paper?.filled.taxAmount === draft.taxAmount} />
              )}
            </div>
          ))}
        </div>
      </fieldset>
      <UtilityBillPaper household={household} {...form.control('document')} />
      <AreaField {...form.field('note')} label={t('form.note')} className="min-h-20" rows={2} maxLength={maxNote} />
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('billing:cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

interface SupplierChoiceProps {
  /** As the tariff calls it; empty: of all. */
  value: string;
  onChange: (supplier: string) => void;
  suppliers: ReturnType<typeof termsOn>['suppliers'];
}

/** Whose bill it is, where several supply the utility. */
function SupplierChoice({ value, onChange, suppliers }: SupplierChoiceProps) {
  const { t } = useTranslation('utility-bills');
  const language = useLanguage();
  const named = Object.entries(suppliers).map(([id, { name = id }]) => ({ value: id, label: textIn(name, language) }));
  // A bill of one that has gone since stays theirs.
  const known = value === '' || named.some((one) => one.value === value) ? named : [...named, { value, label: value }];
  if (known.length === 0) return null;
  return (
    <Field label={t('form.supplier')}>
      {(control) => (
        <Select
          {...control}
          options={[{ value: '', label: t('form.allSuppliers') }, ...known]}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The PDF was to be kept with the bill, and is not. */
class PaperNotKept extends Error {
  constructor(readonly failure: DocumentFailure) {
    super(failure);
  }
}

/** The file becomes one of the household's documents: under its own name, or with its first day where that is taken. Answers the name. */
async function keepPaper(household: Household, file: File, firstDay: string, queries: QueryClient): Promise<string> {
  const query = documentsQuery(household.id);
  const kept: BillDocument[] = await queries.fetchQuery(query);
  const dated = file.name.replace(/(\.pdf)?$/i, ` ${firstDay}.pdf`);
  for (const name of [file.name, dated]) {
    const failure = await addDocument(household, new File([file], name, { type: file.type }), kept);
    if (failure === 'duplicate') continue;
    if (failure !== undefined) throw new PaperNotKept(failure);
    await queries.invalidateQueries({ queryKey: query.queryKey });
    return seemlyDocumentName(name).slice(0, maxDocumentName);
  }
  // A paper of the same name and day is there: it was kept before the bill was.
  return seemlyDocumentName(dated);
}

interface UtilityBillSharedProps {
  draft: UtilityBillDraft;
  /** Those that are entered already. */
  others: readonly UtilityBillRow[];
}

/** Says which bill has some of these days already. It may be right: two suppliers, or a corrected bill. */
function UtilityBillShared({ draft, others }: UtilityBillSharedProps) {
  const { t } = useTranslation('utility-bills');
  const write = useBillFormat();
  const other = isTariffDay(draft.firstDay) && isTariffDay(draft.lastDay) ? sharing(draft, others) : undefined;
  if (other === undefined) return null;
  return (
    <p role="status" className="rounded-control bg-power-soft px-3 py-2">
      {t('told.shares', { utility: t(other.utility), period: write.period(other.period_start, other.period_end) })}
    </p>
  );
}

interface UtilityBillPaperProps {
  household: Household;
  /** A document's name; empty: none. */
  value: string;
  onChange: (name: string) => void;
}

/** The paper itself: one of the household's documents, or a file that becomes one. */
function UtilityBillPaper({ household, value, onChange }: UtilityBillPaperProps) {
  const { t } = useTranslation(['utility-bills', 'documents']);
  const words = useDocumentLabels();
  const input = useRef<HTMLInputElement>(null);
  const documents = useQuery(documentsQuery(household.id));
  const upload = useDocumentUpload(household, ([name]) => {
    const kept = seemlyDocumentName(name ?? '');
    if (kept.length <= maxDocumentName) onChange(kept);
  });
  const kept = documents.data ?? [];
  const names = kept.map(({ name }) => name).filter(({ length }) => length <= maxDocumentName);
  // A paper that is gone from the documents stays named until another one is chosen.
  const options = ['', ...(value === '' || names.includes(value) ? [] : [value]), ...names].map((name) => ({
    value: name,
    label: name === '' ? t('form.noPaper') : name,
  }));
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Field label={t('form.paper')} error={documents.isError ? words(failureOf(documents.error)) : undefined}>
        {(control) => (
          <Select {...control} options={options} value={value} onChange={(event) => onChange(event.target.value)} />
        )}
      </Field>
      {documents.data !== undefined && (
        <DocumentDrop
          used={kept.reduce((sum, { bytes }) => sum + bytes, 0)}
          room={roomOf(household)}
          isPending={upload.running !== undefined}
          inputRef={input}
          onFiles={(files) => void upload.send(files.slice(0, 1))}
        />
      )}
      {upload.running !== undefined && <Progress label={t('documents:sending', { name: upload.running.name })} />}
      {upload.refused.map(({ name, failure }) => (
        <p key={name} role="alert" className="rounded-control bg-alert-soft px-3 py-2 wrap-anywhere text-alert">
          <bdi className="font-semibold">{name}</bdi>: {words(failure)}
        </p>
      ))}
    </div>
  );
}
