import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { clockText, type When } from './schedule-api.ts';

/** "18:30", "at sunset", "30 min before sunrise". */
export function useWhenText(): (when: When) => string {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return ({ minute, sun, offset_min: offset }) => {
    if (minute !== null || sun === null) return clockText(minute ?? 0);
    const direction = offset === 0 ? 'at' : offset < 0 ? 'before' : 'after';
    return t(`schedules.${sun}.${direction}`, { minutes: format.number(Math.abs(offset)) });
  };
}
