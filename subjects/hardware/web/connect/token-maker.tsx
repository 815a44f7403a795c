import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreatedToken, type CreateTokenBody, makeIngestToken } from '#subjects/identity/contract/tokens.ts';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { useHousehold } from '#shell/household/household.ts';
import { callService } from '#shell/data/service.ts';
import { TokenNameForm } from '#shell/parts/token-name-form.tsx';

export interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes an ingest token and shows it: this once, and never again. */
export function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('devices');
  const queryClient = useQueryClient();
  const householdId = useHousehold().data?.id;
  const make = useMutation({
    mutationFn: (name: string) => {
      const body: CreateTokenBody = { name };
      return callService(makeIngestToken, { body: { ...body, household: householdId } });
    },
    onSuccess: (made) => {
      onMade(made);
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return (
    <>
      <TokenNameForm
        words={{
          name: t('tokens.name'),
          example: t('tokens.example'),
          submit: token === undefined ? t('tokens.make') : t('tokens.another'),
        }}
        look={token === undefined ? 'primary' : 'secondary'}
        isWaiting={householdId === undefined}
        onMake={make.mutateAsync}
      />
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
