import type { ComponentProps } from 'react';

/** A press that reads like a link within a sentence. */
export function TextButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="rounded-[4px] py-2 text-small font-semibold text-leaf underline-offset-2 hover:underline"
      {...props}
    />
  );
}
