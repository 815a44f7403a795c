import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateWriter } from '#shell/text/format.ts';
import { useFormat } from '#shell/household/household.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import type { DayClass } from '../../../../domain/tariff/plan.ts';

/** Below a list, for one more of it. */
export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button
      look="quiet"
      size="small"
      className="-ml-3"
      icon={<Plus className="size-5" aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface MoveButtonsProps {
  /** What they act on, for those who hear them. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Up, down and away. */
export function MoveButtons({ name, isFirst, isLast, onMove, onRemove }: MoveButtonsProps) {
  const { t } = useTranslation('billing-charges');
  return (
    <div className="-mt-2 -mr-2 flex shrink-0">
      <IconButton
        label={t('moveUp', { name })}
        icon={<ArrowUp className="size-5" aria-hidden />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t('moveDown', { name })}
        icon={<ArrowDown className="size-5" aria-hidden />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton label={t('remove', { name })} icon={<Trash2 className="size-5" aria-hidden />} onClick={onRemove} />
    </div>
  );
}

interface FoldProps {
  label: string;
  /** Something in it has to be seen. */
  isOpen: boolean;
  children: ReactNode;
}

/** What few need, a press away. It opens once something in it has to be seen, and only the reader closes it. */
export function Fold({ label, isOpen, children }: FoldProps) {
  const [isShown, setShown] = useState(isOpen);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setShown(true);
  }
  return (
    <details className="group" open={isShown} onToggle={({ currentTarget: { open } }) => setShown(open)}>
      <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control px-2 text-small font-semibold text-leaf hover:bg-leaf-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-150 group-open:rotate-90" aria-hidden />
        {label}
      </summary>
      <div className="mt-2 space-y-3">{children}</div>
    </details>
  );
}

interface CheckChipsProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}

/** Any of several: checkboxes underneath, their labels are what is seen. What is chosen stands in the order of the options. */
export function CheckChips<Value extends string | number>({
  label,
  options,
  chosen,
  onChange,
}: CheckChipsProps<Value>) {
  const toggle = (value: Value, isChosen: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value ? isChosen : chosen.includes(one))));
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-full border border-line bg-card px-3 text-small font-semibold text-ink-soft hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The names of months and kinds of days, as the reader writes them. */
export function useDayNames() {
  const { t } = useTranslation('billing-charges');
  const { locale } = useFormat();
  const name = (at: number, options: Intl.DateTimeFormatOptions) =>
    dateWriter(locale, { timeZone: 'UTC', ...options }).format(at);
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: i + 1,
    label: name(Date.UTC(2026, i, 15), { month: 'short' }),
  }));
  // 5 January 2026 is a Monday.
  const days: { value: DayClass; label: string }[] = weekDays.map((value, i) => ({
    value,
    label: name(Date.UTC(2026, 0, 5 + i, 12), { weekday: 'short' }),
  }));
  const classes: { value: DayClass; label: string }[] = (['workday', 'weekend', 'holiday'] as const).map((value) => ({
    value,
    label: t(`days.${value}`),
  }));
  return { months, days: [...days, ...classes] };
}
