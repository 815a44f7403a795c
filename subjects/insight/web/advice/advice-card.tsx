import { useTranslation } from 'react-i18next';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { useFormat } from '#shell/household/household.ts';
import { notify, notifyWithAction } from '#shell/ui/notices/notice.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { ToldAdvice } from '../../contract/worth-doing.ts';
import type { HomeChanges } from '../../contract/changes.ts';
import { useChangeWrites } from '../changes/changes-queries.ts';
import { useHomeAdvice } from './advice-query.ts';

type AdviceCardProps = Pick<HomeChanges, 'declined' | 'today'> & { mayWrite: boolean };

/** At most two things worth doing, and what was declined, to be said again. */
export function AdviceCard({ declined, today, mayWrite }: AdviceCardProps) {
  const { t } = useTranslation('advice');
  const advice = useHomeAdvice().data?.advice ?? [];
  if (advice.length === 0 && declined.length === 0) return null;
  return (
    <Card title={t('title')}>
      {advice.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      <ul className="divide-y divide-line">
        {advice.map((one) => (
          <AdviceItem key={one.key} advice={one} today={today} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && declined.length > 0 && <Declined declined={declined} />}
    </Card>
  );
}

function AdviceItem({ advice, today, mayWrite }: { advice: ToldAdvice; today: string; mayWrite: boolean }) {
  const { t } = useTranslation('advice');
  const { ofThrown } = useFailureMessages();
  const { add, remove } = useChangeWrites();
  const format = useFormat();
  const { title, why, name } = advice.told;
  const { perMonth, currency } = advice.money;
  const month = Number(perMonth);
  const failed = (error: Error) => notify(t('failed'), ofThrown(error), 'alert');
  const answer = (state: 'made' | 'declined') => {
    const id = crypto.randomUUID();
    const { key, utility, meterId } = advice;
    add.mutate(
      { id, name: name.slice(0, 80), utility, meter_id: meterId, day: today, advice: key, state },
      {
        onSuccess: () =>
          notifyWithAction(t(state === 'made' ? 'doingSaid' : 'declinedSaid'), {
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
          {t(month < 0 ? 'costs' : 'month', { amount: format.moneyIn(currency, Math.abs(month)) })}
        </span>
      </p>
      <p className="text-small text-ink-soft">
        {why} {t(`effort.${advice.effort}`)}
      </p>
      {mayWrite && (
        <div className="mt-1 -ml-4 flex flex-wrap">
          <Button look="quiet" aria-label={t('doingNamed', { title })} onClick={() => answer('made')}>
            {t('doing')}
          </Button>
          <Button look="quiet" aria-label={t('declineNamed', { title })} onClick={() => answer('declined')}>
            {t('decline')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Of no device: each is named in the language of who reads it. */
const unnamed: readonly ('always-on' | 'power-too-high' | 'power-too-low' | 'better-tariff' | 'dearer-block')[] = [
  'always-on',
  'power-too-high',
  'power-too-low',
  'better-tariff',
  'dearer-block',
];

function Declined({ declined }: Pick<HomeChanges, 'declined'>) {
  const { t } = useTranslation('advice');
  const { ofThrown } = useFailureMessages();
  const { remove } = useChangeWrites();
  const named = declined.map(({ id, advice, name }) => ({
    id,
    name: (unnamed as readonly string[]).includes(advice) ? t(`${advice as (typeof unnamed)[number]}.name`) : name,
  }));
  return (
    <ul aria-label={t('declinedLabel')} className="mt-3 border-t border-line pt-2">
      {named.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-small text-ink-soft">{t('declined', { name })}</span>
          <Button
            look="quiet"
            size="small"
            aria-label={t('againNamed', { name })}
            onClick={() => remove.mutate(id, { onError: (error) => notify(t('failed'), ofThrown(error), 'alert') })}
          >
            {t('again')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
