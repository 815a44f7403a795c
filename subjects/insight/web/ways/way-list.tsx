/** The ways that a person has: when each last took something, what keeps it from it, a test that is really sent, and taking it away. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { useFormat } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { WayForm } from './way-form.tsx';
import { useRemoveWay, useTestWay, type Way } from './way-queries.ts';

interface WayListProps {
  ways: readonly Way[];
  here: Way | undefined;
  /** Whoever runs the service lets messages be sent to addresses. */
  mayAdd: boolean;
}

export function WayList({ ways, here, mayAdd }: WayListProps) {
  const { t } = useTranslation(['notice-ways', 'copy']);
  const online = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section>
      <h3 className="font-semibold">{t('ways.title')}</h3>
      {ways.length === 0 && <p className="mt-1 text-ink-soft">{t('ways.none')}</p>}
      <ul>
        {ways.map((way) => (
          <WayLine key={way.id} way={way} isHere={way.id === here?.id} />
        ))}
      </ul>
      {secret !== null && (
        <div className="mt-3 rounded-control border border-leaf/40 bg-leaf-soft p-4" role="status">
          <p className="font-semibold">{t('secret.once')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-56 rounded-[6px] bg-card px-3 py-2 text-small break-all">
              {secret}
            </code>
            <CopyButton text={secret} label={t('secret.copy')} look="primary" />
          </div>
        </div>
      )}
      {!mayAdd ? (
        <p className="mt-2 text-small text-ink-soft">{t('form.none')}</p>
      ) : isOpen ? (
        <WayForm
          onDone={(made) => {
            setSecret(made);
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Button className="mt-3" look="secondary" disabled={!online} onClick={() => setIsOpen(true)}>
          {t('ways.add')}
        </Button>
      )}
    </section>
  );
}

function WayLine({ way, isHere }: { way: Way; isHere: boolean }) {
  const { t } = useTranslation('notice-ways');
  const format = useFormat();
  const words = useFailureMessages();
  const online = useOnline();
  const test = useTestWay();
  const remove = useRemoveWay();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, label: name, fault, fault_at: since, last_ok_at: okAt, missed_at: missedAt } = way;
  const at = (text: string) => format.dateTime(Date.parse(text));
  const sendTest = () =>
    test.mutate(id, {
      onSuccess: ({ fault: found }) =>
        found === null
          ? notify(t('ways.tested'))
          : notify(t('ways.testFailed'), t(`fault.${found as NonNullable<Way['fault']>}`), 'alert'),
      onError: (error) => notify(t('ways.testFailed'), words.ofThrown(error), 'alert'),
    });
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => notify(t('ways.removed', { name })),
      onError: (error) => notify(t('ways.removeFailed'), words.ofThrown(error), 'alert'),
    });
  return (
    <li className="border-b border-line py-3">
      <p className="font-semibold wrap-anywhere">
        {name} <span className="font-normal text-ink-soft">· {isHere ? t('ways.here') : t(`kind.${way.way}`)}</span>
      </p>
      {way.way !== 'push' && <p className="text-small wrap-anywhere text-ink-soft">{way.host}</p>}
      <p className="text-small text-ink-soft">{okAt === null ? t('ways.new') : t('ways.ok', { at: at(okAt) })}</p>
      {fault !== null && (
        <p className="text-small text-alert">
          {t(`fault.${fault}`)} {since !== null && t('ways.since', { at: at(since) })}{' '}
          {missedAt !== null && t('ways.missed')}
        </p>
      )}
      <div className="mt-1 -ml-3 flex flex-wrap gap-x-2">
        {fault !== 'gone' && (
          <Button
            look="quiet"
            size="small"
            aria-label={t('ways.testNamed', { name })}
            disabled={!online}
            pending={test.isPending}
            onClick={sendTest}
          >
            {t('ways.test')}
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          aria-label={t('ways.removeNamed', { name })}
          disabled={!online}
          onClick={() => setIsRemoving(true)}
        >
          {t('ways.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={isRemoving}
        title={t('ways.removeTitle', { name })}
        confirmLabel={t('ways.remove')}
        isPending={remove.isPending}
        onConfirm={confirm}
        onClose={() => setIsRemoving(false)}
      >
        <p>{t('ways.removeText')}</p>
      </ConfirmDialog>
    </li>
  );
}
