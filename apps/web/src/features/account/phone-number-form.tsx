import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '../../platform/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useSubmit } from './use-submit.ts';

export interface PhoneNumberFormProps<T> {
  /** Sends a code there; the invisible check stands in `holder`. */
  send: (number: string, holder: HTMLElement) => AuthOutcome<T>;
  onSent: (number: string, sent: T) => void;
}

/** To which phone a code is sent. */
export function PhoneNumberForm<T>({ send, onSent }: PhoneNumberFormProps<T>) {
  const { t } = useTranslation('identity');
  const holder = useRef<HTMLDivElement>(null);
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ phone: field('phone').trim() === '' ? ('numberRequired' as const) : undefined }),
    async (field) => {
      const number = field('phone').trim();
      const outcome = await send(number, holder.current as HTMLDivElement);
      if (outcome.ok) onSent(number, outcome.value);
      return outcome;
    },
  );
  const problem = problems['phone'];
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={t('number')} hint={t('numberHint')} error={problem && t(problem)}>
        {(control) => <Input {...control} name="phone" type="tel" inputMode="tel" autoComplete="tel" />}
      </Field>
      {failure !== undefined && <FailureMessage failure={failure} />}
      <Button type="submit" pending={pending} className="w-full">
        {t('send')}
      </Button>
      <div ref={holder} />
    </form>
  );
}
