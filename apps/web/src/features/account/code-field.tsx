import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

export type CodeProblem = 'codeRequired' | 'codeDigits';

/** Six digits, which may stand apart as apps and messages write them. */
export function checkCode(code: string): CodeProblem | undefined {
  const digits = codeDigits(code);
  if (digits === '') return 'codeRequired';
  return /^\d{6}$/.test(digits) ? undefined : 'codeDigits';
}

export function codeDigits(code: string): string {
  return code.replace(/[\s-]/g, '');
}

/** Where a one-time code is written; phones offer the one that has just come. */
export function CodeField({ problem, hint }: { problem: CodeProblem | undefined; hint?: string }) {
  const { t } = useTranslation('account');
  return (
    <Field label={t('field.code')} error={problem && t(`check.${problem}`)} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Input
          {...control}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          spellCheck={false}
          className="max-w-40 tracking-[0.2em] tabular-nums"
        />
      )}
    </Field>
  );
}
