import { Lock } from 'lucide-react';
import { useId } from 'react';
import { classNames } from './class-names.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  /** Why it cannot be changed. A lock is shown, why is read out; pressing it, which changes nothing, may say it. */
  locked?: string | undefined;
  /** True while a device has been told to change and has not confirmed yet. */
  pending?: boolean;
}

export function Switch({ checked, onChange, label, disabled = false, locked, pending = false }: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={locked !== undefined || undefined}
      aria-describedby={locked === undefined ? undefined : id}
      disabled={disabled || pending}
      className="group inline-flex size-11 shrink-0 items-center justify-center disabled:opacity-60 aria-disabled:cursor-not-allowed"
      onClick={() => onChange(!checked)}
    >
      <span
        className={classNames(
          'flex h-6 w-11 items-center rounded-full p-[3px] transition-colors duration-150 forced-colors:border forced-colors:p-[2px]',
          checked ? 'bg-leaf' : 'bg-off',
          locked !== undefined && 'opacity-60',
          pending && 'animate-breathe',
        )}
      >
        <span
          className={classNames(
            'flex size-[18px] items-center justify-center rounded-full bg-white transition-transform duration-150 forced-colors:bg-[ButtonText]',
            checked && 'translate-x-5',
          )}
        >
          {locked !== undefined && <Lock className="size-3 text-ink" aria-hidden />}
        </span>
      </span>
      {locked !== undefined && (
        <span id={id} className="sr-only">
          {locked}
        </span>
      )}
    </button>
  );
}
