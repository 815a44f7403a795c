import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames('control', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames('control py-2.5', className)} rows={4} {...rest} />;
}
