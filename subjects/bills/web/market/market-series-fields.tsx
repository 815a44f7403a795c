import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '#shell/ui/field.tsx';
import { SegmentedField } from '#shell/ui/segmented-control.tsx';

export interface MarketSeriesFieldsProps {
  asked: readonly string[];
  series: string;
  per: 'kWh' | 'MWh';
  /** Of JSON it is known what its prices are for. */
  isTable: boolean;
  error: string | undefined;
  onSeries: (series: string) => void;
  onPer: (per: 'kWh' | 'MWh') => void;
}

const pers = ['kWh', 'MWh'] as const;
const maxName = 60;

/** Which series a file is of, where it does not say so, and what its prices are for. */
export function MarketSeriesFields(props: MarketSeriesFieldsProps) {
  const { asked, series, per, isTable, error, onSeries, onPer } = props;
  const { t } = useTranslation('billing-market');
  const [isOther, setOther] = useState(asked.length === 0);
  return (
    <>
      {asked.length > 0 && (
        <SelectField
          label={t('file.series')}
          hint={t('file.seriesHint')}
          error={isOther ? undefined : error}
          options={[...asked.map((name) => ({ value: name, label: name })), { value: '', label: t('file.otherName') }]}
          value={isOther ? '' : series}
          onChange={({ target: { value } }) => {
            setOther(value === '');
            onSeries(value);
          }}
        />
      )}
      {isOther && (
        <TextField
          label={t(asked.length > 0 ? 'file.ownName' : 'file.series')}
          hint={asked.length > 0 ? undefined : t('file.seriesHint')}
          error={error}
          maxLength={maxName}
          autoCapitalize="off"
          spellCheck={false}
          value={series}
          onChange={(event) => onSeries(event.target.value)}
        />
      )}
      {isTable && (
        <SegmentedField
          label={t('file.per')}
          value={per}
          options={pers.map((value) => ({ value, label: value }))}
          onChange={onPer}
        />
      )}
    </>
  );
}

const taxes = ['excluded', 'included'] as const;

export interface MarketTaxFieldProps {
  /** Left out: nobody has said. */
  tax: (typeof taxes)[number] | undefined;
  error: string | undefined;
  onTax: (tax: (typeof taxes)[number]) => void;
}

/** Whether the prices of a table hold tax, where it does not say. */
export function MarketTaxField({ tax, error, onTax }: MarketTaxFieldProps) {
  const { t } = useTranslation('billing-market');
  return (
    <SelectField
      label={t('file.tax')}
      hint={t('file.taxHint')}
      error={error}
      options={[
        ...(tax === undefined ? [{ value: '', label: '–' }] : []),
        ...taxes.map((value) => ({ value, label: t(`file.taxes.${value}`) })),
      ]}
      value={tax ?? ''}
      onChange={({ target: { value } }) => {
        const chosen = taxes.find((one) => one === value);
        if (chosen !== undefined) onTax(chosen);
      }}
    />
  );
}
