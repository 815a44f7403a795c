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
