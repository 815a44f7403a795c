import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type InputProps = ComponentProps<'input'>;

/** What a kind of text asks of the keyboard and of the browser's memory. */
const byType: Partial<Record<string, InputProps>> = {
  email: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { inputMode: 'tel', autoComplete: 'tel' },
};

export function Input({ className, type = 'text', ...rest }: InputProps) {
  return <input className={classNames('control', className)} type={type} {...byType[type]} {...rest} />;
}

/** Grows with what is written where the browser can, and is pulled larger by hand elsewhere. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={classNames('control block min-h-28 resize-y py-2.5 leading-normal', className)} {...rest} />
  );
}
