import type { CreatedToken } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../platform/confirm-dialog.tsx';
import { useFailureWords } from '../../platform/failure-words.ts';
import { useUserId } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { serverAddress } from './client-setup.ts';
import { CopiedText } from './copied-text.tsx';
import { TokenList } from './token-list.tsx';
import { TokenMaker } from './token-maker.tsx';
import { type TokenRow, useRemoveToken } from './token-queries.ts';

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

interface RemoveDialogProps {
  token: TokenRow | undefined;
  onClose: () => void;
  onRemoved: (id: string) => void;
}

function RemoveDialog({ token, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('assistant-tokens');
  const words = useFailureWords();
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
