import { BatteryMedium } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import type { Channel } from '#supabase/tables/index.ts';

/** How full a battery was when it last said so. Nothing of what is none. */
export function BatteryCharge({ channel }: { channel: Pick<Channel, 'charge' | 'charge_at'> }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(10_000);
  const { charge, charge_at: at } = channel;
  if (charge === null || at === null) return null;
  return (
    <span className="figures flex items-center gap-1.5 text-small text-ink-soft">
      <BatteryMedium className="size-4 shrink-0" aria-hidden />
      <span>
        <span className="font-semibold text-ink">{t('state.charge', { charge: format.percent(charge / 100) })}</span> ·{' '}
        {format.ago(Date.parse(at), now)}
      </span>
    </span>
  );
}
