import type { CreatedToken } from '@wattershed/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { clientSetup } from './client-setup.ts';
import { CopiedText } from './copied-text.tsx';
import { useMakeToken } from './token-queries.ts';

export interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes a token and shows it with all that the other program needs: this once. */
export function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('assistant-tokens');
  const words = useFailureWords();
  const [name, setName] = useState('');
  const make = useMakeToken((made) => {
    setName('');
    onMade(made);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(name.trim());
  };
  return (
    <>
      <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <Field
          label={t('name')}
          className="min-w-52 flex-1"
          error={make.isError ? words.ofService(make.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              placeholder={t('example')}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="secondary" pending={make.isPending}>
          {token === undefined ? t('make') : t('another')}
        </Button>
      </form>
      {token !== undefined && <MadeToken token={token.token} />}
    </>
  );
}

function MadeToken({ token }: { token: string }) {
  const { t } = useTranslation('assistant-tokens');
  return (
    <div className="mt-4 space-y-4 rounded-control border border-leaf/40 bg-leaf-soft p-4">
      <p role="status" className="font-semibold">
        {t('once')}
      </p>
      <CopiedText title={t('token')} text={token} copyLabel={t('copyToken')} />
      <CopiedText title={t('setup')} text={clientSetup(token)} copyLabel={t('copySetup')} />
      <p className="text-small text-ink-soft">{t('warning')}</p>
    </div>
  );
}
