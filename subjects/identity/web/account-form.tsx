/** What the forms of signing in and of an account have in common: their fields, what is wrong with them, and whose fault a refusal is. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { type FormField, type FormOptions, useForm } from '#shell/parts/form.tsx';
import { AuthRefusal } from '#shell/session/provider/failure.ts';
import { Field, Input, TextField } from '#shell/ui/field.tsx';

type EmailFault = 'emailRequired' | 'emailInvalid' | 'emailSame';
type PasswordFault = 'passwordRequired' | 'passwordShort' | 'passwordLong' | 'passwordsDiffer';
type CodeFault = 'codeRequired' | 'codeDigits';

export function checkEmail(email: string): EmailFault | undefined {
  if (email.trim() === '') return 'emailRequired';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'emailInvalid';
}

/** A password one has needs only to be there; a new one must be long enough, and the same when repeated. */
export function checkPassword(password: string): PasswordFault | undefined {
  return password === '' ? 'passwordRequired' : undefined;
}

export function checkNewPassword(password: string): PasswordFault | undefined {
  if (password === '') return 'passwordRequired';
  const { min, max } = environment().passwordLength;
  if (password.length < min) return 'passwordShort';
  return password.length > max ? 'passwordLong' : undefined;
}

export function checkRepeated(password: string, repeated: string): PasswordFault | undefined {
  return password === repeated ? undefined : 'passwordsDiffer';
}

/** Six digits, which may stand apart as apps and messages write them. */
export function checkCode(code: string): CodeFault | undefined {
  const digits = codeDigits(code);
  if (digits === '') return 'codeRequired';
  return /^\d{6}$/.test(digits) ? undefined : 'codeDigits';
}

export function codeDigits(code: string): string {
  return code.replace(/[\s-]/g, '');
}

/** Fields by the codes that only they can be to blame for. */
const blame = {
  'email-taken': 'email',
  'email-invalid': 'email',
  'same-password': 'password',
  'password-weak': 'password',
  'password-breached': 'password',
  'code-wrong': 'code',
  'code-expired': 'code',
  'phone-invalid': 'phone',
};

type AccountFormOptions<V> = Omit<
  FormOptions<V, EmailFault | PasswordFault | CodeFault>,
  'words' | 'refusal' | 'blame'
>;

export function useAccountForm<V extends object>(options: AccountFormOptions<V>) {
  const { t } = useTranslation('account');
  return useForm({
    ...options,
    blame,
    words: (fault) => t(`check.${fault}`, environment().passwordLength),
    refusal: (error, reason) => (error instanceof AuthRefusal ? t(`failure.${error.failure.code}`) : reason),
  });
}

export function EmailField(field: FormField) {
  const { t } = useTranslation('account');
  return <TextField {...field} label={t('field.email')} type="email" />;
}

export function PasswordField({ kind, error, ...field }: FormField & { kind: 'current' | 'new' | 'repeated' }) {
  const { t } = useTranslation('account');
  const [shown, setShown] = useState(false);
  const label = { current: t('field.password'), new: t('field.newPassword'), repeated: t('field.repeatPassword') }[
    kind
  ];
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      label={label}
      error={error}
      hint={kind === 'new' ? t('field.passwordHint', environment().passwordLength) : undefined}
    >
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            {...field}
            type={shown ? 'text' : 'password'}
            autoComplete={kind === 'current' ? 'current-password' : 'new-password'}
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

/** Where a one-time code is written; phones offer the one that has just come. */
export function CodeField({ hint, ...field }: FormField & { hint: string }) {
  const { t } = useTranslation('account');
  return (
    <TextField
      {...field}
      label={t('field.code')}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      spellCheck={false}
      className="max-w-40 tracking-[0.2em] tabular-nums"
    />
  );
}

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
