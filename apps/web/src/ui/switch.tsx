import { classNames } from './class-names.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  /** True while a device has been told to change and has not confirmed yet. */
  pending?: boolean;
}

export function Switch({ checked, onChange, label, disabled = false, pending = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={pending || undefined}
      disabled={disabled || pending}
      className="group inline-flex size-11 shrink-0 items-center justify-center disabled:opacity-60"
      onClick={() => onChange(!checked)}
    >
      <span
        className={classNames(
          'flex h-6 w-11 items-center rounded-full p-[3px] transition-colors duration-150 forced-colors:border forced-colors:p-[2px]',
          checked ? 'bg-leaf' : 'bg-off',
          pending && 'animate-breathe',
        )}
      >
        <span
          className={classNames(
            'size-[18px] rounded-full bg-white transition-transform duration-150 forced-colors:bg-[ButtonText]',
            checked && 'translate-x-5',
          )}
        />
      </span>
    </button>
  );
}
