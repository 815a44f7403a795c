import type { TemperaturesAnswer } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';

type Fault = Extract<TemperaturesAnswer, { ok: false }>['fault'];

/** What is wrong with a file, with its line where it has one. */
export function useTemperatureFaultText() {
  const { t } = useTranslation('billing-weather');
  return ({ code, line, value }: Fault): string => {
    const text = t(`faults.${code}`, { value });
    return line === undefined ? text : t('faults.atLine', { line, text });
  };
}
