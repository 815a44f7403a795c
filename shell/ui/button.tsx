import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export const buttonStyle = cva(
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-body font-semibold leading-tight transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      look: {
        primary: 'bg-leaf text-white enabled:hover:bg-leaf-deep [a&]:hover:bg-leaf-deep',
        secondary: 'border border-line bg-card text-ink enabled:hover:border-ink-soft/50 [a&]:hover:border-ink-soft/50',
        quiet: 'text-leaf enabled:hover:bg-leaf-soft [a&]:hover:bg-leaf-soft',
        danger: 'bg-alert text-white enabled:hover:brightness-90',
      },
      size: { regular: '', large: 'min-h-13 px-6', small: 'px-3 text-small' },
    },
    defaultVariants: { look: 'primary', size: 'regular' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  /** While pending the button keeps its width and place, and cannot be pressed again. */
  pending?: boolean;
  icon?: ReactNode;
}

export function Button({ look, size, pending = false, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(buttonStyle({ look, size }), className)}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export function Spinner() {
  return (
    <svg viewBox="0 0 20 20" className="size-4 shrink-0 animate-spin" aria-hidden="true">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2.5" />
      <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-150 hover:bg-leaf-soft hover:text-leaf disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}
