import { CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseUnits, unitName } from '#catalogue/index.ts';
import type { Register } from '#catalogue/registers.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Input } from '#shell/ui/field.tsx';
import type { RegisterBefore, Verdict } from '../../domain/typed-reading.ts';
import type { TypedReading } from './typed-readings.ts';

/** In the unit of the register, and when: of today the time alone. */
function useWords({ unit, digits }: Register) {
  const format = useFormat();
  const timeZone = useHousehold().data?.time_zone ?? 'UTC';
  const amount = (base: number, decimals = digits) => {
    const value = base / baseUnits[unit];
    return format.quantity(value, decimals === 0 && value < 10 ? 1 : decimals, unitName(unit)).text;
  };
  const when = (second: number) => {
    const [day, today] = [second * 1000, serviceNow()].map((at) => localDayOf(at, timeZone)) as [string, string];
    if (day === today) return format.time(second * 1000);
    const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
    return format.date(second * 1000, { day: 'numeric', month: 'short', ...year });
  };
  return { amount, when };
}

interface OfRegister {
  before: RegisterBefore | undefined;
  register: Register;
}

export function LastReading({ before, register }: OfRegister) {
  const { t } = useTranslation('readings');
  const { amount, when } = useWords(register);
  const last = before?.before;
  if (!last) return <p className="text-small text-ink-soft">{before === undefined ? ' ' : t('typed.none')}</p>;
  return (
    <p className="figures text-small text-ink-soft">
      {t('typed.last', { value: amount(last.value, Math.max(register.digits, 1)), day: when(last.at) })}
    </p>
  );
}

interface WhenFieldProps {
  /** As the field has it, `2026-11-22T21:42`; empty: now. */
  clock: string;
  isOpen: boolean;
  isAhead: boolean;
  onChange: (clock: string) => void;
}

/** Now, or earlier. */
export function WhenField({ clock, isOpen: isAsked, isAhead, onChange }: WhenFieldProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !isAsked)
    return (
      <Button look="quiet" size="small" className="figures -my-2 -mr-3" onClick={() => setOpen(true)}>
        {t('typed.now', { time: format.time(serviceNow()) })}
      </Button>
    );
  return (
    <label className="block w-full text-small font-semibold">
      {t('typed.when')}
      <Input
        type="datetime-local"
        className="mt-1.5 font-normal"
        value={clock}
        aria-invalid={isAhead || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {isAhead && (
        <span role="alert" className="mt-1 block font-normal text-alert">
          {t('typed.ahead')}
        </span>
      )}
    </label>
  );
}

interface VerdictNoteProps extends OfRegister {
  id: string;
  verdict: Verdict | undefined;
  /** What it waits for, where it is no verdict yet. */
  isDated: boolean;
  said: TypedReading['said'];
  onSay: (said: TypedReading['said']) => void;
  onCorrect: () => void;
}

/** What to think of it, told with each digit; where it does not look right, what it may be. */
export function VerdictNote({ id, verdict, isDated, before, register, said, onSay, onCorrect }: VerdictNoteProps) {
  const { t } = useTranslation('readings');
  const texts = useVerdictTexts(verdict, before, register);
  const sentence = verdict === undefined ? t(isDated ? 'typed.how' : 'typed.undated') : texts[0];
  const isDoubtful = verdict !== undefined && verdict.kind !== 'first' && verdict.kind !== 'use';
  const isOpen = isDoubtful && said === undefined;
  const Icon = isOpen ? Info : CircleCheck;
  const answer = 'inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4';
  return (
    <div
      id={id}
      role="status"
      className={classNames(
        'mt-3 flex min-h-18 gap-3 rounded-control px-4 py-3',
        isOpen ? 'bg-power-soft text-power-text' : 'bg-leaf-soft text-leaf-deep',
        verdict === undefined && 'bg-paper text-ink-soft',
      )}
    >
      {verdict !== undefined && <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />}
      <div className="figures min-w-0">
        <p className={verdict && 'font-semibold'}>{said === undefined ? sentence : t(`typed.said.${said}`)}</p>
        {said === undefined && texts[1] !== undefined && <p>{texts[1]}</p>}
        {isOpen && (
          <p className="-mb-2 flex flex-wrap gap-x-5">
            <button type="button" className={answer} onClick={onCorrect}>
              {t('typed.correct')}
            </button>
            {verdict.kind === 'much' && (
              <button type="button" className={answer} onClick={() => onSay('right')}>
                {t('typed.right')}
              </button>
            )}
            {verdict.kind !== 'beyond-next' && (
              <button type="button" className={answer} onClick={() => onSay('new-meter')}>
                {t('typed.newMeter')}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** The sentence, and what follows from it. */
function useVerdictTexts(
  verdict: Verdict | undefined,
  before: RegisterBefore | undefined,
  register: Register,
): [string, string?] {
  const { t } = useTranslation('readings');
  const { amount, when } = useWords(register);
  if (verdict === undefined) return [''];
  if (verdict.kind === 'first') return [t('typed.verdict.first'), t('typed.verdict.firstText')];
  if ('by' in verdict) {
    const by = amount(verdict.by);
    const day = before?.after ? when(before.after.at) : '';
    const words =
      verdict.kind === 'less'
        ? t('typed.verdict.less', { amount: by })
        : t('typed.verdict.beyond', { amount: by, day });
    return [words, t('typed.verdict.slip')];
  }
  const { used, perDay, seconds } = verdict;
  const use = before?.before
    ? t('typed.verdict.since', { amount: amount(used), day: when(before.before.at) })
    : t('typed.verdict.until', { amount: amount(used), day: before?.after ? when(before.after.at) : '' });
  if (verdict.kind === 'much') return [use, t(before?.usualPerDay ? 'typed.verdict.much' : 'typed.verdict.impossible')];
  if (seconds < 86_400) return [use];
  const isUsual = before?.usualPerDay !== null;
  return [
    use,
    t(isUsual ? 'typed.verdict.usual' : 'typed.verdict.perDay', {
      amount: amount(perDay, Math.max(register.digits, 1)),
    }),
  ];
}
