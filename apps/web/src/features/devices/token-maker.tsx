import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreatedToken, type CreateTokenBody, makeIngestToken } from '@wattershed/contracts/tokens';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../platform/household.ts';
import { callService } from '../../platform/service.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { CopyButton } from '../../platform/copy-button.tsx';
import { useFailureWords } from '../../platform/failure-words.ts';

export interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes an ingest token and shows it: this once, and never again. */
export function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const queryClient = useQueryClient();
  const householdId = useHousehold().data?.id;
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => {
      const body: CreateTokenBody = { name: name.trim() };
      return callService(makeIngestToken, { body: { ...body, household: householdId } });
    },
    onSuccess: (made) => {
      setName('');
      onMade(made);
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <>
      <form className="flex max-w-xl flex-wrap items-end gap-3" onSubmit={submit}>
        <Field
          label={t('tokens.name')}
          className="min-w-52 flex-1"
          error={make.isError ? words.ofService(make.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              placeholder={t('tokens.example')}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look={token === undefined ? 'primary' : 'secondary'} pending={make.isPending}>
          {token === undefined ? t('tokens.make') : t('tokens.another')}
        </Button>
      </form>
      {token !== undefined && (
        <div className="mt-4 rounded-control border border-leaf/40 bg-leaf-soft p-4" role="status">
          <p className="font-semibold">{t('tokens.once')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-64 rounded-[6px] bg-card px-3 py-2 break-all" data-token>
              {token.token}
            </code>
            <CopyButton text={token.token} label={t('tokens.copy')} look="primary" />
          </div>
          <p className="mt-2 text-small text-ink-soft">{t('tokens.warning')}</p>
        </div>
      )}
    </>
  );
}
