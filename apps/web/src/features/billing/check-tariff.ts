import { ratePerCubicMetre, type VolumeUnit } from './volume-unit.ts';

export const amountFields = [
  'electricity_rate',
  'electricity_standing',
  'electricity_tax_percent',
  'water_rate',
  'water_standing',
  'water_tax_percent',
] as const;
export type AmountField = (typeof amountFields)[number];

/** As it was typed. */
export type TariffDraft = Record<AmountField | 'valid_from', string>;

/** Decimal texts, so that nothing is rounded on the way. */
export type TariffChange = Record<AmountField | 'valid_from', string>;

export type TariffFault = 'validFromMissing' | 'validFromTaken' | 'notNumber' | 'tooLarge' | 'percent' | 'allEmpty';
export type TariffFaults = Partial<Record<AmountField | 'valid_from', TariffFault>>;

const most = { rate: 1_000_000, standing: 10_000_000, tax_percent: 100 };

/** `0,1650`, ` 0.165 ` and nothing at all, as a plain decimal; undefined for what is none. At most six decimals are kept. */
export function plainDecimal(typed: string): string | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  if (text === '') return '0';
  const [, whole, fraction] = /^(\d{1,9})(?:\.(\d{0,6}))?$/.exec(text) ?? /^()\.(\d{1,6})$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = (fraction ?? '').replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`;
}

/** What is to be kept, or what is wrong with each field. `taken`: days from which other prices are in force. */
export function checkTariff(
  draft: TariffDraft,
  unit: VolumeUnit,
  taken: readonly string[],
): { ok: true; value: TariffChange } | { ok: false; faults: TariffFaults } {
  const faults: TariffFaults = {};
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(draft.valid_from) ||
    draft.valid_from < '2000-01-01' ||
    draft.valid_from >= '2100-01-01'
  )
    faults.valid_from = 'validFromMissing';
  else if (taken.includes(draft.valid_from)) faults.valid_from = 'validFromTaken';
  const value: TariffChange = { ...draft };
  for (const field of amountFields) {
    const decimal = plainDecimal(draft[field]);
    const kind = field.replace(/^(electricity|water)_/, '') as keyof typeof most;
    if (decimal === undefined) faults[field] = 'notNumber';
    else if (kind === 'tax_percent' && Number(decimal) > most.tax_percent) faults[field] = 'percent';
    else if (kind === 'tax_percent' && (decimal.split('.')[1] ?? '').length > 4) faults[field] = 'notNumber';
    else if (kind !== 'tax_percent' && Number(decimal) >= most[kind]) faults[field] = 'tooLarge';
    else value[field] = field === 'water_rate' ? ratePerCubicMetre(decimal, unit) : decimal;
  }
  const isPriced = amountFields.some((field) => !field.endsWith('tax_percent') && Number(value[field]) > 0);
  if (Object.keys(faults).length === 0 && !isPriced) faults.electricity_rate = 'allEmpty';
  return Object.keys(faults).length === 0 ? { ok: true, value } : { ok: false, faults };
}
