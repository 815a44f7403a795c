import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Field } from '#shell/ui/field.tsx';
import { Input } from '#shell/ui/input.tsx';
import { expectedRead } from './billing-cycle-rule.ts';
import { isTariffDay } from '../tariffs/check-tariff.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface BillingCycleReadsProps {
  reads: readonly string[];
  today: string;
  isRefused: boolean;
  /** Left out for whoever may only look. */
  onChange: ((reads: readonly string[]) => void) | undefined;
}

/** The days on which the meter was read, the newest first, and when the next is expected. */
export function BillingCycleReads({ reads, today, isRefused, onChange }: BillingCycleReadsProps) {
  const { t } = useTranslation('billing-market');
  const write = useBillFormat();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<'readMissing' | 'readTwice'>();
  const input = useRef<HTMLInputElement>(null);
  const expected = expectedRead(reads);
  const add = () => {
    const wrong =
      !isTariffDay(typed) || typed > today ? 'readMissing' : reads.includes(typed) ? 'readTwice' : undefined;
    setFault(wrong);
    input.current?.focus();
    if (wrong !== undefined) return;
    setTyped('');
    onChange?.([...reads, typed].sort());
  };
  return (
    <>
      {onChange !== undefined && (
        <div className="flex items-end gap-2">
          <Field
            label={t('cycle.read')}
            error={fault !== undefined ? t(`cycle.${fault}`) : isRefused ? t('cycle.readsNone') : undefined}
            className="min-w-0"
          >
            {(control) => (
              <span className="flex gap-2">
                <Input
                  {...control}
                  ref={input}
                  type="date"
                  className="w-44 min-w-0"
                  min="2000-01-01"
                  max={today}
                  value={typed}
                  onChange={(event) => {
                    setFault(undefined);
                    setTyped(event.target.value);
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') add();
                  }}
                />
                <Button look="secondary" onClick={add}>
                  {t('cycle.add')}
                </Button>
              </span>
            )}
          </Field>
        </div>
      )}
      {reads.length > 0 && (
        <ul aria-label={t('cycle.reads')} className="max-h-64 overflow-y-auto">
          {reads.toReversed().map((read) => (
            <li key={read} className="flex min-h-11 items-center justify-between gap-2 sm:max-w-80">
              <span className="figures">{write.day(read)}</span>
              {onChange !== undefined && (
                <IconButton
                  label={t('cycle.removeDay', { day: write.day(read) })}
                  icon={<X className="size-[18px]" aria-hidden />}
                  onClick={() => onChange(reads.filter((one) => one !== read))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {expected !== undefined && (
        <p role="status" className="text-small">
          {t('cycle.expected', { day: write.day(expected) })}
        </p>
      )}
    </>
  );
}
