import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { EmailProblem, PasswordProblem } from './check-credentials.ts';

export interface EmailFieldProps {
  problem: EmailProblem | PasswordProblem | undefined;
  /** What stands there at first. */
  value?: string;
}

export function EmailField({ problem, value }: EmailFieldProps) {
  const { t } = useTranslation('account');
  return (
    <Field label={t('field.email')} error={problem && t(`check.${problem}`)}>
      {(control) => (
        <Input
          {...control}
          name="email"
          defaultValue={value}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

export interface PasswordFieldProps {
  problem: EmailProblem | PasswordProblem | undefined;
  name?: 'password' | 'repeated';
  kind?: 'current' | 'new';
}

export function PasswordField({ problem, name = 'password', kind = 'current' }: PasswordFieldProps) {
  const { t } = useTranslation('account');
  const [shown, setShown] = useState(false);
  const label =
    name === 'repeated' ? t('field.repeatPassword') : kind === 'new' ? t('field.newPassword') : t('field.password');
  const Icon = shown ? EyeOff : Eye;
  const hint = kind === 'new' && name === 'password' ? { hint: t('field.passwordHint') } : {};
  return (
    <Field label={label} error={problem && t(`check.${problem}`)} {...hint}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
            className="pr-12"
          />
          <button
            type="button"
            aria-label={shown ? t('field.hidePassword') : t('field.showPassword')}
            className="absolute top-0 right-0 inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:text-leaf"
            onClick={() => setShown(!shown)}
          >
            <Icon className="size-5" aria-hidden />
          </button>
        </span>
      )}
    </Field>
  );
}
