import type { PricesAnswer } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';

export interface OpenedFile {
  name: string;
  text: string;
}

export type PriceFault = Extract<PricesAnswer, { ok: false }>['fault'];

/** JSON begins with one of two marks; whatever else is read as a table. */
export function isTable({ text }: OpenedFile): boolean {
  return !/^\uFEFF?\s*[{[]/.test(text.slice(0, 1000));
}

/** What is wrong with a file, with its line, or with the number of the value in JSON. */
export function usePriceFaultText() {
  const { t } = useTranslation('billing-market');
  return ({ code, line, value }: PriceFault, file: OpenedFile): string => {
    const text = t(`faults.${code}`, { value });
    return line === undefined ? text : t(isTable(file) ? 'faults.atLine' : 'faults.atValue', { line, text });
  };
}
