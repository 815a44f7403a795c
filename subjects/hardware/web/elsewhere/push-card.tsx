/** One way that figures are sent by themselves: whether it is on, when the far side last took something, what keeps it from it, and its form. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useOnline } from '#shell/data/online.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { PushKind } from '../../contract/pushes.ts';
import { PushForm } from './push-form.tsx';
import { type Push, useEndPush } from './push-queries.ts';

interface PushCardProps {
  kind: PushKind;
  push: Push | undefined;
  /** Why it cannot be set up here; null: it can. */
  hindrance: 'viewer' | 'demo' | 'operator' | null;
}

export function PushCard({ kind, push, hindrance }: PushCardProps) {
  const { t } = useTranslation(['elsewhere', 'copy']);
  const online = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const name = t(`${kind}.title`);
  return (
    <Card title={name} aside={<PushBadge push={push} />}>
      <p className="text-ink-soft">{t(`${kind}.text`)}</p>
      {push && <PushState push={push} />}
      {secret !== null && <MadeSecret secret={secret} />}
      {hindrance !== null && push === undefined ? (
        <p className="mt-3 font-semibold">{t(`hindrance.${hindrance}`)}</p>
      ) : isOpen ? (
        <PushForm
          kind={kind}
          onDone={(made) => {
            setSecret(made);
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          {hindrance === null && (
            <Button look={push ? 'secondary' : 'primary'} disabled={!online} onClick={() => setIsOpen(true)}>
              {push ? t('change') : t('setUp')}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
          {push && (
            <Button look="quiet" disabled={!online} onClick={() => setIsEnding(true)}>
              {t('end')}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </div>
      )}
      <EndDialog
        kind={kind}
        host={push?.host ?? ''}
        open={isEnding}
        onClose={() => setIsEnding(false)}
        onEnded={() => setSecret(null)}
      />
    </Card>
  );
}

function PushBadge({ push }: { push: Push | undefined }) {
  const { t } = useTranslation('elsewhere');
  if (push === undefined) return <Badge>{t('off')}</Badge>;
  return push.fault === null ? <Badge tone="leaf">{t('on')}</Badge> : <Badge tone="alert">{t('stuck')}</Badge>;
}

function PushState({ push }: { push: Push }) {
  const { t } = useTranslation('elsewhere');
  const format = useFormat();
  const at = (text: string) => format.dateTime(Date.parse(text));
  const { kind, host, fault, fault_at: since, sent_at: sentAt, sent_until: until } = push;
  return (
    <div className="mt-3 space-y-1" role="status">
      <p className="text-[1.1875rem] leading-snug font-semibold wrap-anywhere">{host}</p>
      <p className="figures text-ink-soft">
        {sentAt === null ? t('never') : t('taken', { at: at(sentAt) })}
        {until !== null && ` · ${t('until', { at: at(until) })}`}
      </p>
      {fault !== null && (
        <p className="text-alert">
          {fault === 'refused' || fault === 'not-found' ? t(`fault.${kind}.${fault}`) : t(`fault.${fault}`)}{' '}
          {since !== null && t('since', { at: at(since) })}
        </p>
      )}
    </div>
  );
}

/** By it the far side knows that a message is ours. */
function MadeSecret({ secret }: { secret: string }) {
  const { t } = useTranslation('elsewhere');
  return (
    <div className="mt-4 rounded-control border border-leaf/40 bg-leaf-soft p-4" role="status">
      <p className="font-semibold">{t('webhook.once')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 flex-1 basis-56 rounded-[6px] bg-card px-3 py-2 text-small break-all">{secret}</code>
        <CopyButton text={secret} label={t('webhook.copy')} look="primary" />
      </div>
    </div>
  );
}

interface EndDialogProps {
  kind: PushKind;
  host: string;
  open: boolean;
  onClose: () => void;
  onEnded: () => void;
}

function EndDialog({ kind, host, open, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation('elsewhere');
  const words = useFailureMessages();
  const end = useEndPush();
  const confirm = () =>
    end.mutate(kind, {
      onSuccess: () => {
        notify(t('ended'));
        onEnded();
        onClose();
      },
      onError: (error) => notify(t('endFailed'), words.ofThrown(error), 'alert'),
    });
  return (
    <ConfirmDialog
      open={open}
      title={t('endTitle', { name: t(`${kind}.title`) })}
      confirmLabel={t('end')}
      isPending={end.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('endText', { host })}</p>
    </ConfirmDialog>
  );
}
