import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Grows with what is written where the browser can, and is pulled larger by hand elsewhere. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={classNames('control block min-h-28 resize-y py-2.5 leading-normal', className)} {...rest} />
  );
}
