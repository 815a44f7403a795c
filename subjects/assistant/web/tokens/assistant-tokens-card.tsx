import { useMutation, useQuery } from '@tanstack/react-query';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import { makeAssistantToken } from '../../contract/assistant.ts';
import type { AssistantToken } from '#supabase/tables/index.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { callService } from '#shell/data/service.ts';
import { useAccountChanged, useAccountKey } from '#shell/session/account-queries.ts';
import { useUserId } from '#shell/session/session.ts';
import { askTables } from '#shell/data/tables.ts';
import { TokenNameForm } from '#shell/parts/token-name-form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { ScrollFrame } from '#shell/ui/table.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { outsideOrigin } from '#shell/data/env.ts';

/** How to ask from another assistant, and which may. Nothing for visitors, who have no household. */
export function AssistantTokensCard() {
  const { t } = useTranslation(['assistant-tokens', 'copy']);
  const isSignedIn = useUserId() !== undefined;
  const [made, setMade] = useState<CreatedToken>();
  const [removing, setRemoving] = useState<TokenRow>();
  if (!isSignedIn) return null;
  return (
    <Card title={t('title')} id="assistants">
      <div className="space-y-5">
        <p className="text-ink-soft">{t('text')}</p>
        <CopiedText title={t('address')} text={serverAddress()} copyLabel={t('copyAddress')} />
        <TokenList onRemove={setRemoving} />
        <TokenMaker token={made} onMade={setMade} />
      </div>
      <RemoveDialog
        token={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={(id) => made?.id === id && setMade(undefined)}
      />
    </Card>
  );
}

interface CopiedTextProps {
  title: string;
  text: string;
  copyLabel: string;
}

/** Something to be copied as it is, under its name. */
function CopiedText({ title, text, copyLabel }: CopiedTextProps) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <p id={id} className="font-semibold">
          {title}
        </p>
        <CopyButton text={text} label={copyLabel} />
      </div>
      <ScrollFrame label={title} className="rounded-control border border-line bg-paper px-3 py-2">
        <pre className="w-max text-small leading-relaxed" aria-labelledby={id}>
          {text}
        </pre>
      </ScrollFrame>
    </div>
  );
}

/** What may ask in the person's name. */
function TokenList({ onRemove }: { onRemove: (token: TokenRow) => void }) {
  const { t } = useTranslation('assistant-tokens');
  const { data: tokens, error, refetch } = useTokens();
  if (error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (tokens === undefined) return <Skeleton className="h-14" />;
  if (tokens.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul className="border-t border-line" aria-label={t('list')}>
      {tokens.map((token) => (
        <TokenLine key={token.id} token={token} onRemove={() => onRemove(token)} />
      ))}
    </ul>
  );
}

function TokenLine({ token, onRemove }: { token: TokenRow; onRemove: () => void }) {
  const { t } = useTranslation('assistant-tokens');
  const format = useFormat();
  const name = token.name === '' ? t('unnamed') : token.name;
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name} <code className="ml-1 text-small font-normal text-ink-soft">…{token.hint}</code>
        </p>
        <p className="text-small text-ink-soft">
          {token.last_used_at === null
            ? t('unused')
            : t('used', { date: format.dateTime(Date.parse(token.last_used_at)) })}
        </p>
      </div>
      <Button look="quiet" size="small" aria-label={t('removeNamed', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}

interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes a token and shows it with all that the other program needs: this once. */
function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('assistant-tokens');
  const household = useHousehold().data?.id;
  const make = useMakeToken(household, onMade);
  return (
    <>
      <TokenNameForm
        words={{ name: t('name'), example: t('example'), submit: token === undefined ? t('make') : t('another') }}
        look="secondary"
        isWaiting={household === undefined}
        onMake={make.mutateAsync}
      />
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

/** What most programs that speak MCP take as it is. */
function clientSetup(token: string): string {
  const server = { type: 'http', url: serverAddress(), headers: { Authorization: `Bearer ${token}` } };
  return JSON.stringify({ mcpServers: { wattershed: server } }, null, 2);
}

/** Where assistants ask. */
function serverAddress(): string {
  return `${outsideOrigin()}/mcp`;
}

interface RemoveDialogProps {
  token: TokenRow | undefined;
  onClose: () => void;
  onRemoved: (id: string) => void;
}

function RemoveDialog({ token, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('assistant-tokens');
  const words = useFailureMessages();
  const remove = useRemoveToken({
    onRemoved: (id) => {
      notify(t('removed'));
      onRemoved(id);
      onClose();
    },
    onFailed: (error) => notify(t('removeFailed'), words.ofThrown(error), 'alert'),
  });
  return (
    <ConfirmDialog
      open={token !== undefined}
      title={t('removeTitle', { name: token?.name || t('unnamed') })}
      confirmLabel={t('remove')}
      isPending={remove.isPending}
      onConfirm={() => token !== undefined && remove.mutate(token.id)}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </ConfirmDialog>
  );
}

export type TokenRow = Pick<AssistantToken, 'id' | 'name' | 'hint' | 'created_at' | 'last_used_at'>;

/** The person's own, the oldest first: nobody else's can be read. */
function useTokens() {
  return useQuery({
    queryKey: useAccountKey('assistant-tokens'),
    queryFn: () =>
      askTables<TokenRow[]>((tables) =>
        tables
          .from('assistant_tokens')
          .select('id,name,hint,created_at,last_used_at')
          .order('created_at', { ascending: true }),
      ),
  });
}

function useMakeToken(household: string | undefined, onMade: (token: CreatedToken) => void) {
  const changed = useAccountChanged();
  return useMutation({
    mutationFn: (name: string) => callService(makeAssistantToken, { body: { name, household } }),
    onSuccess: (made) => {
      onMade(made);
      void changed();
    },
  });
}

function useRemoveToken(then: { onRemoved: (id: string) => void; onFailed: (error: unknown) => void }) {
  const changed = useAccountChanged();
  return useMutation({
    mutationFn: (id: string) => askTables((tables) => tables.from('assistant_tokens').delete().eq('id', id)),
    onSuccess: (_, id) => {
      void changed();
      then.onRemoved(id);
    },
    onError: then.onFailed,
  });
}
