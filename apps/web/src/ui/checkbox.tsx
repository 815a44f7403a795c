import { type ComponentProps, type ReactNode, useId } from 'react';

export function Checkbox({ label, ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  const id = useId();
  return (
    <span className="flex min-h-11 items-center gap-3">
      <input id={id} type="checkbox" className="size-5 shrink-0 accent-leaf" {...rest} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
