import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { useForm } from '#shell/parts/form.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { type AccountLine, readPaymentsTable } from '../../contract/payments.ts';
import { BillFileState, useBillFile } from '../export/export-bills.tsx';
import { AmountInput, isThousands, writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { isTariffDay, plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { type BillFormat, useBillFormat } from '../use-bill-format.ts';
import { type Account, type EntryRow, usePaymentChanges } from './payment-queries.ts';

interface EntriesDialogProps {
  account: Account;
  today: string;
  /** Left out: closed. */
  opened: 'new' | 'all' | undefined;
  mayWrite: boolean;
  onClose: () => void;
}

/** A new payment, or all that the account is made of. */
export function EntriesDialog({ account, today, opened, mayWrite, onClose }: EntriesDialogProps) {
  const { t } = useTranslation('billing');
  const [editing, setEditing] = useState<AccountLine>();
  const close = () => {
    setEditing(undefined);
    onClose();
  };
  const isForm = opened === 'new' || editing !== undefined;
  return (
    <Dialog
      open={opened !== undefined}
      onClose={close}
      closeLabel={t('close')}
      title={t(
        !isForm ? 'payments.entries.title' : editing === undefined ? 'payments.form.add' : 'payments.form.edit',
        {
          utility: t(account.utility),
        },
      )}
      className="sm:w-[min(36rem,calc(100vw-2rem))]"
    >
      {opened !== undefined && isForm && (
        <EntryForm
          account={account}
          today={today}
          line={editing}
          onDone={() => (editing === undefined ? close() : setEditing(undefined))}
        />
      )}
      {opened !== undefined && !isForm && (
        <Entries account={account} today={today} onEdit={mayWrite ? setEditing : undefined} />
      )}
    </Dialog>
  );
}

type Translate = TFunction<'billing'>;

interface EntriesProps {
  account: Account;
  today: string;
  onEdit: ((line: AccountLine) => void) | undefined;
}

/** Day by day what was paid and what was billed; what was entered can be changed and undone. */
function Entries({ account, today, onEdit }: EntriesProps) {
  const { t } = useTranslation('billing');
  const write = useBillFormat(account.currency);
  const file = useBillFile();
  return (
    <>
      {account.lines.length === 0 && <p className="text-ink-soft">{t('payments.entries.none')}</p>}
      <ul aria-label={t('payments.entries.label')}>
        {account.lines.map((line) => (
          <EntryItem
            key={line.entry ?? `${line.kind} ${line.day} ${line.from ?? ''}`}
            line={line}
            uncounted={uncountedAs(line, account, today)}
            write={write}
            onEdit={onEdit}
          />
        ))}
      </ul>
      <div className="mt-4">
        <Button
          look="secondary"
          icon={<Download className="size-5" aria-hidden />}
          pending={file.isPending}
          onClick={() => file.mutate({ endpoint: readPaymentsTable, name: `wattershed-payments-${today}.csv` })}
        >
          {t('payments.entries.csv')}
        </Button>
        <BillFileState file={file} />
      </div>
    </>
  );
}

type Uncounted = 'undone' | 'other-currency' | 'before' | 'later';

/** Why a line does not count; of one that does, nothing. */
function uncountedAs(
  { isUndone, currency, day }: AccountLine,
  { start }: Account,
  today: string,
): Uncounted | undefined {
  if (isUndone) return 'undone';
  if (currency !== undefined) return 'other-currency';
  if (day < start) return 'before';
  return day > today ? 'later' : undefined;
}

interface EntryItemProps {
  line: AccountLine;
  uncounted: Uncounted | undefined;
  write: BillFormat;
  onEdit: EntriesProps['onEdit'];
}

function EntryItem({ line, uncounted, write, onEdit }: EntryItemProps) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureMessages();
  const { setUndone } = usePaymentChanges();
  const { entry, day, amount, note, currency, isUndone = false } = line;
  const other = useBillFormat(currency);
  const name = lineName(line, t, write);
  const named = { name, day: write.day(day) };
  const money = currency === undefined ? write.money(amount) : other.money(amount);
  const undo = (id: string) =>
    setUndone.mutate(
      { id, isUndone: !isUndone },
      { onError: (error) => notify(t('payments.failed'), ofThrown(error), 'alert') },
    );
  return (
    <li
      className="flex items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
      data-entry={line.kind}
    >
      <span className="min-w-0">
        <span
          className={classNames(
            'block',
            uncounted === undefined ? 'font-semibold' : 'text-ink-soft',
            isUndone && 'line-through',
          )}
        >
          {name}
        </span>
        <span className="block text-small break-words text-ink-soft">
          {[write.day(day), note, uncounted && t(`payments.entries.uncounted.${uncounted}`)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {entry !== undefined && onEdit !== undefined && (
          <span className="-ml-3 flex flex-wrap">
            {!isUndone && (
              <Button
                look="quiet"
                size="small"
                aria-label={t('payments.entries.editOf', named)}
                onClick={() => onEdit(line)}
              >
                {t('payments.entries.edit')}
              </Button>
            )}
            <Button
              look="quiet"
              size="small"
              pending={setUndone.isPending}
              aria-label={t(isUndone ? 'payments.entries.restoreOf' : 'payments.entries.undoOf', named)}
              onClick={() => undo(entry)}
            >
              {t(isUndone ? 'payments.entries.restore' : 'payments.entries.undo')}
            </Button>
          </span>
        )}
      </span>
      <span
        className={classNames(
          'figures shrink-0',
          uncounted !== undefined && 'text-ink-soft',
          isUndone && 'line-through',
        )}
      >
        {money}
      </span>
    </li>
  );
}

const lineName = ({ kind, from, day }: AccountLine, t: Translate, write: BillFormat): string => {
  if (from === undefined) return t(`payments.kind.${kind}`, { day: '' });
  return kind === 'used'
    ? t('payments.kind.used', { day: write.day(from) })
    : t('payments.kind.billOf', { period: write.cycle(from, day) });
};

// One entry, to be made or changed.

/** What may be chosen: with the sign that its amount is kept with. */
const choices = [
  ['payment', 'payment', ''],
  ['top-up', 'top-up', ''],
  ['refund', 'refund', ''],
  ['arrears', 'arrears', ''],
  ['opening-credit', 'opening', ''],
  ['opening-owed', 'opening', '-'],
  ['correction-up', 'correction', ''],
  ['correction-down', 'correction', '-'],
] as const;
type Choice = (typeof choices)[number][0];

const choiceOf = ({ kind, amount }: AccountLine): Choice =>
  choices.find(
    ([, of, sign]) =>
      of === kind && (kind === 'refund' || kind === 'arrears' || amount.startsWith('-') === (sign === '-')),
  )?.[0] ?? 'payment';

interface EntryFormProps {
  account: Account;
  today: string;
  line: AccountLine | undefined;
  onDone: () => void;
}

function EntryForm({ account, today, line, onDone }: EntryFormProps) {
  const { t } = useTranslation('billing');
  const { keepEntry } = usePaymentChanges();
  const { utility, currency, way, lines } = account;
  const isPrepaid = way?.kind === 'prepaid';
  const hasOpening = lines.some(({ kind, isUndone }) => kind === 'opening' && !isUndone);
  const first: Choice = line === undefined ? (isPrepaid ? 'top-up' : 'payment') : choiceOf(line);
  const offered = choices.filter(
    ([choice, kind]) =>
      choice === first ||
      ((kind !== 'top-up' || isPrepaid) && (kind !== 'opening' || !hasOpening || line?.kind === 'opening')),
  );
  const form = useForm({
    values: {
      choice: first,
      amount: writtenAmount(line?.amount.replace(/^-/, '') ?? ''),
      day: line?.day ?? today,
      note: line?.note ?? '',
    },
    check: ({ choice, amount, day }) => ({
      amount: amountFault(amount, choice.startsWith('opening'), t),
      day: isTariffDay(day) ? undefined : t('payments.form.noDay'),
    }),
    send: async ({ choice, amount, day, note }) => {
      const [, kind, sign] = choices.find(([one]) => one === choice) ?? choices[0];
      const row: EntryRow = {
        utility,
        day,
        kind,
        amount: `${sign}${plainDecimal(amount) ?? ''}`,
        currency: line?.currency ?? currency,
        note: note.trim() === '' ? null : note.trim(),
      };
      await keepEntry.mutateAsync({ id: line?.entry, row });
      notify(t('payments.saved'));
      onDone();
    },
    blame: { 'opening-taken': 'choice' },
    refusal: (_error, reason) => `${t('payments.failed')} ${reason}`,
  });
  return (
    <form {...form.props} className="space-y-4">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...form.field('choice')}
          fieldClass="sm:col-span-2"
          label={t('payments.form.kind')}
          options={offered.map(([value]) => ({ value, label: t(`payments.choice.${value}`) }))}
        />
        <AmountInput
          {...form.control('amount')}
          label={t('payments.form.amount', { currency: line?.currency ?? currency })}
          error={form.errorOf('amount')}
        />
        <TextField
          {...form.field('day')}
          label={t('payments.form.day')}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
        />
        <TextField {...form.field('note')} fieldClass="sm:col-span-2" label={t('payments.form.note')} maxLength={200} />
      </div>
      {form.values.choice.startsWith('opening') && (
        <p className="text-small text-ink-soft">{t('payments.form.openingHint')}</p>
      )}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}

/** A plain amount of money that the database keeps as it is; an opening balance may be nothing. */
export function amountFault(typed: string, mayBeNothing: boolean, t: TFunction<'billing'>): string | undefined {
  if (isThousands(typed)) return t('form.thousands');
  const plain = plainDecimal(typed);
  if (typed.trim() === '' || plain === undefined || !/^\d{1,8}(?:\.\d{1,4})?$/.test(plain))
    return t('form.notNumber', { example: '60' });
  return Number(plain) === 0 && !mayBeNothing ? t('payments.form.nothing') : undefined;
}
