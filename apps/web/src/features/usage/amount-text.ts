import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import type { Amount, BothAmounts } from './amount.ts';

const millilitresPerGallon = 3785.411784;

/** Amounts in words; what was not measured is said so, not written as 0. */
export function useAmountText() {
  const { t } = useTranslation('usage');
  const format = useFormat();
  return useMemo(() => {
    const energy = (amount: Amount | null) => (amount === null ? t('noReadings') : format.energy(amount.used).text);
    const volume = (amount: Amount | null) => (amount === null ? t('noReadings') : format.volume(amount.used).text);
    const volumeUnit = format.volume(0).unit;
    return {
      energy,
      volume,
      both: ({ electricity, water }: BothAmounts) =>
        `${t('electricity')} ${energy(electricity)}, ${t('water')} ${volume(water)}`,
      volumeUnit,
      volumeNumber: (millilitres: number) => millilitres / (volumeUnit === 'gal' ? millilitresPerGallon : 1000),
    };
  }, [t, format]);
}
