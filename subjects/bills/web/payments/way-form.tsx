/** The form of one way of paying. */
import { useTranslation } from 'react-i18next';
import { firstUtility, type Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useForm } from '#shell/parts/form.tsx';
import { FormActions, FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/radio-options.tsx';
import type { TariffRow } from '#supabase/tables/index.ts';
import { CheckField } from '../check-field.tsx';
import type { PayingWay, SavedPayingWay } from '../../contract/payments.ts';
import { AmountInput, writtenAmount } from '../tariffs/prices/amount-input.tsx';
import { isTariffDay, plainDecimal } from '../tariffs/prices/simple-plan.ts';
import { amountFault } from './entries-dialog.tsx';
import { type Account, usePaymentChanges } from './payment-queries.ts';

/** Of nothing: a new one. */
export interface WayTarget {
  utility?: Utility;
  /** The one that is changed. */
  way?: PayingWay;
}

interface WayFormProps extends WayTarget {
  tariffs: readonly TariffRow[];
  /** The household's, where a utility has no tariff. */
  currency: string;
  today: string;
  accounts: readonly Account[];
  onDone: () => void;
}

/** Of the way that is changed, or of that in force until now: what is new is seldom all of it. Amounts in another currency are asked anew. */
const draftOf = (way: PayingWay | null | undefined, from: string, currency: string, today: string) => {
  const { instalment = null, recovery = null, emergencyCredit = null } = way ?? {};
  const amount = (told = '') => (way?.currency === currency ? writtenAmount(told) : '');
  return {
    kind: way?.kind ?? 'instalments',
    from,
    amount: amount(instalment?.amount),
    every: String(instalment?.everyMonths ?? 1),
    firstDue: instalment?.firstDue ?? today,
    isLast: (instalment?.dueDay ?? 0) > Number((instalment?.firstDue ?? today).slice(8)),
    yearStart: instalment?.yearStart ?? `${today.slice(0, 4)}-01-01`,
    isAutomatic: instalment?.isAutomatic ?? true,
    recovery: recovery === null ? 'none' : 'percent' in recovery ? 'percent' : 'weekly',
    recoveryAmount:
      recovery === null ? '' : 'percent' in recovery ? writtenAmount(recovery.percent) : amount(recovery.weekly),
    emergency: amount(emergencyCredit ?? ''),
    openingSign: 'credit',
    opening: '',
    arrears: '',
  };
};
type OfWay = ReturnType<typeof draftOf>;
type Draft = OfWay & { utility: Utility };

/** Whether it is the last day of its month, and one that not every month has. */
const isShortEnd = (day: string): boolean => {
  const [year = 0, month = 1, date = 0] = day.split('-').map(Number);
  return date < 31 && date === new Date(Date.UTC(year, month, 0)).getUTCDate();
};

const moneyOf = (typed: string): string | null => {
  const plain = plainDecimal(typed) ?? '0';
  return Number(plain) > 0 ? plain : null;
};

const wayOf = (draft: Draft, currency: string): SavedPayingWay['way'] => {
  const { kind, from, isLast, firstDue, recovery } = draft;
  const share = kind === 'prepaid' && recovery !== 'none' ? moneyOf(draft.recoveryAmount) : null;
  return {
    validFrom: from,
    kind,
    currency,
    instalment:
      kind === 'instalments'
        ? {
            amount: moneyOf(draft.amount) ?? '',
            everyMonths: Number(draft.every),
            dueDay: isLast && isShortEnd(firstDue) ? 31 : Number(firstDue.slice(8)),
            firstDue,
            isAutomatic: draft.isAutomatic,
            yearStart: draft.yearStart,
          }
        : null,
    recovery: share === null ? null : recovery === 'percent' ? { percent: share } : { weekly: share },
    emergencyCredit: kind === 'prepaid' ? moneyOf(draft.emergency) : null,
  };
};

/** What is on the account on the first day, as far as it is told. */
const openingOf = ({ kind, opening, openingSign, arrears }: Draft): Pick<SavedPayingWay, 'opening' | 'arrears'> => {
  const debt = kind === 'prepaid' ? moneyOf(arrears) : null;
  return {
    ...(opening.trim() !== '' && { opening: `${openingSign === 'owed' ? '-' : ''}${plainDecimal(opening) ?? '0'}` }),
    ...(debt !== null && { arrears: debt }),
  };
};

export function WayForm({ utility, way, accounts, tariffs, currency, today, onDone }: WayFormProps) {
  const { t } = useTranslation('billing');
  const measured = useUtilities();
  const { keepWay } = usePaymentChanges();
  const options = utility === undefined ? (measured.length === 0 ? [firstUtility] : measured) : [utility];
  const currencyFor = (of: Utility) =>
    accounts.find((one) => one.utility === of)?.currency ??
    tariffs.find((one) => one.utility === of && one.valid_from <= today)?.currency ??
    tariffs.findLast((one) => one.utility === of)?.currency ??
    currency;
  const isFirst = (of: Utility) =>
    way === undefined && !accounts.some((one) => one.utility === of && one.lines.length > 0);
  const inForce = (of: Utility) => accounts.find((one) => one.utility === of)?.way;
  const first = options.find(inForce) ?? options[0] ?? firstUtility;
  const draftFor = (of: Utility) => draftOf(way ?? inForce(of), way?.validFrom ?? today, currencyFor(of), today);
  const faultOf = (typed: string, isAsked: boolean, mayBeEmpty: boolean) =>
    !isAsked || (mayBeEmpty && typed.trim() === '') ? undefined : amountFault(typed, mayBeEmpty, t);
  const form = useForm({
    values: { utility: first, ...draftFor(first) },
    check: (draft) => {
      const [isInstalments, isPrepaid] = [draft.kind === 'instalments', draft.kind === 'prepaid'];
      const dayFault = (day: string, isAsked = true) =>
        isAsked && !isTariffDay(day) ? t('payments.form.noDay') : undefined;
      const percent = Number(plainDecimal(draft.recoveryAmount) ?? 0);
      return {
        from: dayFault(draft.from),
        amount: faultOf(draft.amount, isInstalments, false),
        firstDue: dayFault(draft.firstDue, isInstalments),
        yearStart: dayFault(draft.yearStart, isInstalments),
        recoveryAmount:
          faultOf(draft.recoveryAmount, isPrepaid && draft.recovery !== 'none', false) ??
          (isPrepaid && draft.recovery === 'percent' && percent >= 100 ? t('payments.paying.percent') : undefined),
        emergency: faultOf(draft.emergency, isPrepaid, true),
        opening: faultOf(draft.opening, isFirst(draft.utility), true),
        arrears: faultOf(draft.arrears, isPrepaid && isFirst(draft.utility), true),
      };
    },
    send: async (draft) => {
      await keepWay.mutateAsync({
        id: way?.id,
        utility: draft.utility,
        way: wayOf(draft, currencyFor(draft.utility)),
        ...(isFirst(draft.utility) && openingOf(draft)),
      });
      notify(t('payments.paying.saved'));
      onDone();
    },
    blame: { 'paying-taken': 'from', 'opening-taken': 'opening' },
    refusal: (_error, reason) => `${t('payments.failed')} ${reason}`,
  });
  const { kind, utility: chosen, recovery, firstDue } = form.values;
  const labels = { currency: currencyFor(chosen) };
  const choice = form.field('utility');
  /** What stands in the form is of the utility, unless it was typed. */
  const choose = (of: Utility) => {
    if (inForce(of) ?? inForce(chosen)) form.set({ ...draftFor(of), from: form.values.from });
  };
  return (
    <form {...form.props} className="space-y-4">
      <SegmentedField
        {...form.control('kind')}
        label={t('payments.paying.kind')}
        options={(['after-bill', 'instalments', 'prepaid'] as const).map((value) => ({
          value,
          label: t(`payments.paying.kinds.${value}`),
        }))}
      />
      <p className="text-small text-ink-soft">{t(`payments.paying.about.${kind}`)}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField
          {...choice}
          label={t('payments.paying.utility')}
          options={options.map((value) => ({ value, label: t(value) }))}
          onChange={(event) => {
            void choice.onChange(event);
            choose(event.target.value as Utility);
          }}
        />
        <TextField
          {...form.field('from')}
          label={t('payments.paying.from')}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
        />
        {kind === 'instalments' && (
          <>
            <AmountInput
              {...form.control('amount')}
              label={t('payments.paying.amount', labels)}
              error={form.errorOf('amount')}
            />
            <SelectField
              {...form.field('every')}
              label={t('payments.paying.every')}
              options={[1, 2, 3, 6].map((count) => ({
                value: String(count),
                label: t('payments.paying.months', { count }),
              }))}
            />
            <TextField
              {...form.field('firstDue')}
              label={t('payments.paying.firstDue')}
              type="date"
              min="2000-01-01"
              max="2099-12-31"
            />
            <TextField
              {...form.field('yearStart')}
              label={t('payments.paying.yearStart')}
              hint={t('payments.paying.yearHint')}
              type="date"
              min="2000-01-01"
              max="2099-12-31"
            />
            {isShortEnd(firstDue) && <CheckField {...form.input('isLast')} label={t('payments.paying.isLast')} />}
            <CheckField {...form.input('isAutomatic')} label={t('payments.paying.isAutomatic')} />
          </>
        )}
        {kind === 'prepaid' && (
          <>
            <SelectField
              {...form.field('recovery')}
              label={t('payments.paying.recovery')}
              options={(['none', 'percent', 'weekly'] as const).map((value) => ({
                value,
                label: t(`payments.paying.recoveries.${value}`),
              }))}
            />
            {recovery !== 'none' && (
              <AmountInput
                {...form.control('recoveryAmount')}
                label={
                  recovery === 'percent'
                    ? t('payments.paying.recoveryPercent')
                    : t('payments.paying.recoveryWeekly', labels)
                }
                error={form.errorOf('recoveryAmount')}
              />
            )}
            <AmountInput
              {...form.control('emergency')}
              label={t('payments.paying.emergency', labels)}
              error={form.errorOf('emergency')}
            />
          </>
        )}
        {isFirst(chosen) && (
          <>
            <AmountInput
              {...form.control('opening')}
              label={t(kind === 'prepaid' ? 'payments.paying.openingPrepaid' : 'payments.paying.opening', labels)}
              error={form.errorOf('opening')}
            />
            <SelectField
              {...form.field('openingSign')}
              label={t('payments.paying.openingSign')}
              options={(['credit', 'owed'] as const).map((value) => ({
                value,
                label: t(`payments.paying.signs.${value}`),
              }))}
            />
            {kind === 'prepaid' && (
              <AmountInput
                {...form.control('arrears')}
                label={t('payments.paying.arrears', labels)}
                error={form.errorOf('arrears')}
              />
            )}
          </>
        )}
      </div>
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('form.save')} cancel={t('cancel')} onCancel={onDone} pending={form.isPending} />
    </form>
  );
}
