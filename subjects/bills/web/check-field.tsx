import type { ComponentProps } from 'react';
import { classNames } from '#shell/ui/class-names.ts';

/** A box to be checked, with what that says beside it; in a row of fields it may take the place of two. */
export function CheckField({ label, className, ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3 sm:col-span-2', className)}>
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-leaf" />
      {label}
    </label>
  );
}
