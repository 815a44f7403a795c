import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '#shell/session/auth.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { TextField } from '#shell/ui/field.tsx';
import { checkCode, codeDigits, CodeField, TextButton, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';

export interface PhoneNumberFormProps<T> {
  /** Sends a code there; the invisible check stands in `holder`. */
  send: (number: string, holder: HTMLElement) => AuthOutcome<T>;
  onSent: (number: string, sent: T) => void;
}

/** To which phone a code is sent. */
export function PhoneNumberForm<T>({ send, onSent }: PhoneNumberFormProps<T>) {
  const { t } = useTranslation('identity');
  const holder = useRef<HTMLDivElement>(null);
  const form = useForm({
    values: { phone: '' },
    check: ({ phone }) => ({ phone: phone.trim() === '' ? t('numberRequired') : undefined }),
    send: async ({ phone }) => {
      const number = phone.trim();
      onSent(number, granted(await send(number, holder.current as HTMLDivElement)));
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField {...form.field('phone')} label={t('number')} hint={t('numberHint')} type="tel" />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('send')}
      </Button>
      <div ref={holder} />
    </form>
  );
}

export interface PhoneCodeFormProps<T> {
  number: string;
  label: string;
  confirm: (code: string) => AuthOutcome<T>;
  onDone: (value: T) => void;
  onOtherNumber: () => void;
}

/** The code that was sent to the phone. */
export function PhoneCodeForm<T>({ number, label, confirm, onDone, onOtherNumber }: PhoneCodeFormProps<T>) {
  const { t } = useTranslation('identity');
  const form = useAccountForm({
    values: { code: '' },
    check: ({ code }) => ({ code: checkCode(code) }),
    send: async ({ code }) => onDone(granted(await confirm(codeDigits(code)))),
  });
  return (
    <form {...form.props} className="space-y-4">
      <CodeField {...form.field('code')} hint={t('sentTo', { number })} />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {label}
      </Button>
      <div className="text-center">
        <TextButton onClick={onOtherNumber}>{t('otherNumber')}</TextButton>
      </div>
    </form>
  );
}
