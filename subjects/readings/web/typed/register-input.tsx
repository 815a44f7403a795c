import { Delete } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseUnits, unitName } from '#catalogue/index.ts';
import type { Register } from '#catalogue/registers.ts';
import { useFormat } from '#shell/household/household.ts';
import { classNames } from '#shell/ui/class-names.ts';

/** Decimals beyond these no register shows. */
const maxDecimals = 3;
const maxDigits = 9;
/** A dial has at least as many black digits. */
const minDigits = 5;

/** Digits with a point: of a comma or a point, in any script's digits; of several marks the last one is the decimal one. */
export function digitsOf(typed: string): string {
  const plain = typed.normalize('NFKC').replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  const marks = plain.replaceAll(/[^\d.,]/g, '');
  const last = Math.max(marks.lastIndexOf('.'), marks.lastIndexOf(','));
  const only = (text: string) => text.replaceAll(/\D/g, '');
  if (last < 0) return marks.slice(0, maxDigits);
  return `${only(marks.slice(0, last)).slice(0, maxDigits)}.${only(marks.slice(last)).slice(0, maxDecimals)}`;
}

/** In Wh or mL; undefined: no digit yet. */
export function valueOf(digits: string, { unit }: Register): number | undefined {
  if (!/\d/.test(digits)) return undefined;
  return Math.round(Number(digits.startsWith('.') ? `0${digits}` : digits) * baseUnits[unit]);
}

interface RegisterInputProps {
  register: Register;
  digits: string;
  onChange: (digits: string) => void;
  describedBy: string;
  isWrong: boolean;
}

/** Looks like the register that is read: black digits, then red ones. One real field lies over it. */
export function RegisterInput({ register, digits, onChange, describedBy, isWrong }: RegisterInputProps) {
  const { t } = useTranslation('readings');
  const mark = useDecimalMark();
  // Keys of ours stand below, and the phone's own would cover them.
  const [hasKeys] = useState(() => window.matchMedia?.('(max-width: 639px)').matches ?? false);
  return (
    <div className="relative mt-4 flex items-end gap-3 rounded-control focus-within:outline-2 focus-within:outline-offset-4 focus-within:outline-leaf">
      <Cells register={register} digits={digits} mark={mark} />
      <span className="shrink-0 pb-1 text-[1.375rem] text-ink-soft" aria-hidden>
        {unitName(register.unit)}
      </span>
      <input
        data-first-focus
        data-register
        type="text"
        inputMode={hasKeys ? 'none' : 'decimal'}
        autoComplete="off"
        aria-label={t('typed.register', { unit: unitName(register.unit) })}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        className="absolute inset-0 size-full cursor-text text-[1.375rem] text-transparent caret-transparent opacity-0"
        value={digits.replace('.', mark)}
        onChange={(event) => onChange(digitsOf(event.target.value))}
        onKeyDown={toTheEnd}
      />
    </div>
  );
}

/** What is typed goes on where the digits end: no other place can be seen. */
function toTheEnd({ currentTarget: field, key }: KeyboardEvent<HTMLInputElement>): void {
  const isAll = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  if ((key.length === 1 || key === 'Backspace') && !isAll)
    field.setSelectionRange(field.value.length, field.value.length);
}

function useDecimalMark(): string {
  const { number } = useFormat();
  return number(0.5, 1, 1).includes(',') ? ',' : '.';
}

interface CellsProps {
  register: Register;
  digits: string;
  mark: string;
}

function Cells({ register, digits, mark }: CellsProps) {
  const [black = '', red = ''] = digits.split('.');
  const reds = Math.max(register.digits, red.length, digits.includes('.') ? 1 : 0);
  const blanks = Math.max(0, minDigits - black.length);
  const cell =
    'flex h-14 min-w-0 max-w-13 flex-1 items-center sm:w-13 justify-center rounded-control text-[clamp(1.25rem,7vw,2.25rem)] font-[650] sm:h-17 sm:text-[2.25rem]';
  return (
    <span aria-hidden className="figures flex min-w-0 items-end gap-1 max-sm:flex-1 sm:gap-1.5" data-cells={digits}>
      {Array.from({ length: blanks }, (_, i) => (
        <span key={`blank ${i}`} className={classNames(cell, 'bg-ink text-white/50')}>
          {0}
        </span>
      ))}
      {Array.from(black, (digit, i) => (
        <span key={`black ${i}`} className={classNames(cell, 'bg-ink text-white')}>
          {digit}
        </span>
      ))}
      {reds > 0 && <span className="pb-1 text-[1.75rem] leading-none font-bold">{mark}</span>}
      {Array.from({ length: reds }, (_, i) => (
        <span
          key={`red ${i}`}
          className={classNames(
            cell,
            'border-2 border-alert bg-card',
            red[i] === undefined ? 'text-alert/50' : 'text-alert',
          )}
        >
          {red[i] ?? 0}
        </span>
      ))}
    </span>
  );
}

/** The keys of a phone. */
export function RegisterKeys({ digits, onChange }: Pick<RegisterInputProps, 'digits' | 'onChange'>) {
  const { t } = useTranslation('readings');
  const mark = useDecimalMark();
  const press = (key: string) => onChange(digitsOf(key === 'back' ? digits.slice(0, -1) : digits + key));
  const key = (value: string, face: ReactNode = value, label?: string) => (
    <button
      key={value}
      type="button"
      aria-label={label}
      className="figures inline-flex h-15 items-center justify-center rounded-control border border-line bg-paper text-[1.375rem] font-semibold active:bg-leaf-soft"
      // The field keeps the focus, and readers what they were told of it.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => press(value)}
    >
      {face}
    </button>
  );
  return (
    <fieldset className="mt-4 grid grid-cols-3 gap-2 sm:hidden">
      <legend className="sr-only">{t('typed.keys')}</legend>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => key(digit))}
      {key(mark)}
      {key('0')}
      {key('back', <Delete className="size-6" aria-hidden />, t('typed.back'))}
    </fieldset>
  );
}
