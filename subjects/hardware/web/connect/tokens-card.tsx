import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { TokenNameForm } from '#shell/parts/token-name-form.tsx';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import {
  type CreatedToken,
  type CreateTokenBody,
  makeIngestToken,
  revokeIngestToken,
} from '#subjects/identity/contract/tokens.ts';
import { type TokenRow, usePeopleNames, useTokens } from '../device-queries.ts';

/** Who may send readings into this household. */
export function TokensCard() {
  const { t } = useTranslation('devices');
  const { data: tokens = [], isError } = useTokens();
  const madeBy = useMadeBy(tokens);
  const [made, setMade] = useState<CreatedToken>();
  const [revoking, setRevoking] = useState<TokenRow>();
  return (
    <Card title={t('tokens.title')} className="mt-4">
      <p className="mb-4 max-w-2xl text-ink-soft">{t('tokens.text')}</p>
      {isError && <p className="mb-4 text-alert">{t('tokens.loadFailed')}</p>}
      {tokens.length > 0 && (
        <ul className="mb-5 border-t border-line">
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} madeBy={madeBy(token)} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      <TokenMaker token={made} onMade={setMade} />
      <RevokeDialog
        token={revoking}
        onClose={() => setRevoking(undefined)}
        onRevoked={(id) => made?.id === String(id) && setMade(undefined)}
      />
    </Card>
  );
}

/** In words who made a token; nothing of one's own, and where nobody is named. */
function useMadeBy(tokens: readonly TokenRow[]): (token: TokenRow) => string | undefined {
  const { t } = useTranslation('devices');
  const userId = useUserId();
  const isOthers = ({ created_by: by }: TokenRow) => by !== null && by !== userId;
  const { data: names } = usePeopleNames(tokens.some(isOthers));
  return (token) => {
    if (names === undefined || token.created_by === null || !isOthers(token)) return undefined;
    const name = names.get(token.created_by);
    return name === undefined ? t('tokens.byGone') : t('tokens.by', { name: name || t('tokens.unnamed') });
  };
}

function TokenLine({ token, madeBy, onRevoke }: { token: TokenRow; madeBy: string | undefined; onRevoke: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const name = token.name === '' ? t('tokens.unnamed') : token.name;
  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5"
      data-token-name={token.name}
    >
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name} <code className="ml-1 text-small font-normal text-ink-soft">…{token.hint}</code>
        </p>
        <p className="text-small text-ink-soft">
          {t('tokens.made', { date: format.shortDay(Date.parse(token.created_at)) })}
          {madeBy !== undefined && ` · ${madeBy}`}
          {' · '}
          {token.last_used_at === null
            ? t('tokens.unused')
            : t('tokens.used', { date: format.dateTime(Date.parse(token.last_used_at)) })}
        </p>
      </div>
      <Button look="quiet" size="small" aria-label={t('tokens.revokeNamed', { name })} onClick={onRevoke}>
        {t('tokens.revoke')}
      </Button>
    </li>
  );
}

interface RevokeDialogProps {
  token: TokenRow | undefined;
  onClose: () => void;
  onRevoked: (id: number) => void;
}

function RevokeDialog({ token, onClose, onRevoked }: RevokeDialogProps) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: TokenRow) => callService(revokeIngestToken, { params: { id } }),
    onSuccess: (_, { id }) => {
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      notify(t('tokens.revoked'));
      onRevoked(id);
      onClose();
    },
    onError: (error) => notify(t('tokens.revokeFailed'), words.ofService(error), 'alert'),
  });
  return (
    <ConfirmDialog
      open={token !== undefined}
      title={t('tokens.revokeTitle', { name: token?.name || t('tokens.unnamed') })}
      confirmLabel={t('tokens.revoke')}
      isPending={revoke.isPending}
      onConfirm={() => token !== undefined && revoke.mutate(token)}
      onClose={onClose}
    >
      <p>{t('tokens.revokeText')}</p>
    </ConfirmDialog>
  );
}

interface TokenMakerProps {
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
