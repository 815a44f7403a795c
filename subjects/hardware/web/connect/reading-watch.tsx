import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '#shell/parts/clock.ts';
import { useFormat } from '#shell/household/household.ts';
import { buttonStyle, Spinner } from '#shell/ui/button.tsx';
import { counterText } from '#shell/text/counter-text.ts';

/** Waits for a reading of this meter that was not there when the page was opened, and says when it has come. */
export function ReadingWatch({ meterKey, meter }: { meterKey: string; meter: LatestMeter | undefined }) {
  const { t } = useTranslation('devices');
  const [before] = useState({ lastAt: meter?.lastAt ?? null, quarantined: meter?.quarantined ?? 0 });
  const hasCome = meter !== undefined && meter.lastAt !== null && meter.lastAt !== before.lastAt;
  const wasQuarantined = meter !== undefined && meter.quarantined > before.quarantined;
  return (
    <div role="status" className="min-h-14">
      {wasQuarantined ? (
        <Quarantined />
      ) : hasCome ? (
        <Received meter={meter} />
      ) : (
        <p className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          <span>
            {before.lastAt === null ? t('connect.waitingFirst') : t('connect.waitingNext')}{' '}
            <code className="font-semibold text-ink">{meterKey}</code>
          </span>
        </p>
      )}
    </div>
  );
}

function Received({ meter }: { meter: LatestMeter }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(1000);
  const at = Date.parse(meter.lastAt ?? '');
  const shown =
    meter.lastValue === null
      ? format.amount(meter.utility, meter.today).text
      : counterText(meter.lastValue, meter.utility, format.number);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-3">
        <CircleCheck className="size-7 shrink-0 text-leaf" aria-hidden />
        <span>
          <strong className="block text-[1.25rem] leading-tight font-[650]">{t('connect.received')}</strong>
          <span className="figures text-ink-soft">
            {shown} · {format.ago(at, now)}
          </span>
        </span>
      </p>
      <Link to="/dashboard" className={buttonStyle()}>
        {t('connect.toDashboard')}
      </Link>
    </div>
  );
}

function Quarantined() {
  const { t } = useTranslation('devices');
  return (
    <p className="flex items-center gap-3">
      <TriangleAlert className="size-6 shrink-0 text-alert" aria-hidden />
      <span>
        {t('connect.setAside')}{' '}
        <Link to="/devices" className="font-semibold text-leaf underline underline-offset-2">
          {t('title')}
        </Link>
      </span>
    </p>
  );
}
