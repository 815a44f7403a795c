import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { useFormat } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { HomeChanges } from '../../contract/changes.ts';
import { useChangeWrites } from './changes-queries.ts';

type FoundAdvice = HomeChanges['advice'][number];
type AdviceCardProps = Pick<HomeChanges, 'advice' | 'declined' | 'today'> & { mayWrite: boolean };

/** At most two things worth doing, and what was declined, to be said again. */
export function AdviceCard({ advice, declined, today, mayWrite }: AdviceCardProps) {
  const { t } = useTranslation('changes');
  if (advice.length === 0 && declined.length === 0) return null;
  return (
    <Card title={t('advice.title')}>
      {advice.length === 0 && <p className="text-ink-soft">{t('advice.none')}</p>}
      <ul className="divide-y divide-line">
        {advice.map((one) => (
          <AdviceItem key={one.key} advice={one} today={today} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && declined.length > 0 && <Declined declined={declined} />}
    </Card>
  );
}

function useAdviceTexts({ advice, figures, device }: FoundAdvice) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const kind = advice as 'always-on' | 'running-leak';
  const values = {
    device: device ?? '',
    watts: format.rate('electricity', Number(figures['watts'] ?? 0)).text,
    published: format.rate('electricity', Number(figures['published'] ?? 0)).text,
    litres: format.number(Number(figures['litresPerHour'] ?? 0), 1),
  };
  return {
    title: t(`advice.${kind}.title`, values),
    why: t(`advice.${kind}.why`, values),
    name: t(`advice.${kind}.name`, values),
  };
}

function AdviceItem({ advice, today, mayWrite }: { advice: FoundAdvice; today: string; mayWrite: boolean }) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const { ofThrown } = useFailureMessages();
  const { add, remove } = useChangeWrites();
  const { title, why, name } = useAdviceTexts(advice);
  const failed = (error: Error) => notify(t('failed'), ofThrown(error), 'alert');
  const answer = (state: 'made' | 'declined') => {
    const id = crypto.randomUUID();
    const { key, utility, meterId } = advice;
    add.mutate(
      { id, name: name.slice(0, 80), utility, meter_id: meterId, day: today, advice: key, state },
      {
        onSuccess: () =>
          notifyWithAction(t(state === 'made' ? 'advice.doingSaid' : 'advice.declinedSaid'), {
            label: t('undo'),
            onSelect: () => remove.mutate(id, { onError: failed }),
          }),
        onError: failed,
      },
    );
  };
  return (
    <li data-advice={advice.key} className="py-3 first:pt-0 last:pb-0">
      <p className="figures flex items-baseline justify-between gap-x-3 font-semibold">
        <span>{title}</span>
        <span className="shrink-0">
          {t('advice.month', { amount: format.moneyIn(advice.money.currency, Number(advice.money.perMonth)) })}
        </span>
      </p>
      <p className="text-small text-ink-soft">
        {why} {t(`advice.effort.${advice.effort}`)}
      </p>
      {mayWrite && (
        <div className="mt-1 -ml-4 flex flex-wrap">
          <Button look="quiet" aria-label={t('advice.doingNamed', { title })} onClick={() => answer('made')}>
            {t('advice.doing')}
          </Button>
          <Button look="quiet" aria-label={t('advice.declineNamed', { title })} onClick={() => answer('declined')}>
            {t('advice.decline')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Declined({ declined }: Pick<HomeChanges, 'declined'>) {
  const { t } = useTranslation('changes');
  const { ofThrown } = useFailureMessages();
  const { remove } = useChangeWrites();
  // What has no device in its name is named in the language of who reads it.
  const named = declined.map(({ id, advice, name }) => ({
    id,
    name: advice === 'always-on' ? t('advice.always-on.name') : name,
  }));
  return (
    <ul aria-label={t('advice.declinedLabel')} className="mt-3 border-t border-line pt-2">
      {named.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-small text-ink-soft">{t('advice.declined', { name })}</span>
          <Button
            look="quiet"
            size="small"
            aria-label={t('advice.againNamed', { name })}
            onClick={() => remove.mutate(id, { onError: (error) => notify(t('failed'), ofThrown(error), 'alert') })}
          >
            {t('advice.again')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
