import type { LatestMeter } from '@wattershed/contracts';
import { isSilent as isSilentNow, rateAt } from '@wattershed/domain';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock.ts';
import { counterText } from '../../platform/counter-text.ts';
import { useFormat } from '../../platform/household.ts';
import { lastingNotice, useNotices } from '../../platform/household-notices.ts';
import { useRateText } from '../../platform/rate-text.ts';
import { classNames } from '../../ui/class-names.ts';

/** What a meter is doing, and its last reading with its age. */
export function MeterState({ meter, isActive }: { meter: LatestMeter; isActive: boolean }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(1000);
  const { data: notices } = useNotices();
  const rate = useRateText()(meter.utility, rateAt(meter, now));
  if (meter.lastAt === null) {
    return <p className="text-small text-ink-soft">{t('state.never')}</p>;
  }
  const at = Date.parse(meter.lastAt);
  const silent = lastingNotice(notices, 'silent-meter', meter.meterId);
  const running = lastingNotice(notices, 'running-water', meter.meterId);
  const isSilent = silent !== undefined || isSilentNow(meter, now);
  const since = silent && format.dateTime(Date.parse(silent.since));
  const amount = format.amount(meter.utility, meter.today).text;
  return (
    <div data-meter-state={meter.key}>
      <p className="figures">
        {rate?.about !== undefined && <span className="text-ink-soft">{rate.about} </span>}
        <span className="text-[1.25rem] leading-tight font-[650]">{rate?.value ?? '–'}</span>{' '}
        <span className="text-ink-soft">{rate?.unit}</span>
        {!isActive && <span className="ml-2 text-small text-ink-soft">{t('state.off')}</span>}
        <span className="ml-3 text-small text-ink-soft">{t('state.today', { amount })}</span>
      </p>
      <p className="figures flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
        <span aria-hidden="true" className={classNames('size-2 rounded-full', isSilent ? 'bg-off' : 'bg-leaf')} />
        <span className={silent && 'font-semibold text-ink'}>
          {since !== undefined
            ? t('state.silentSince', { since })
            : isSilent
              ? t('state.silent', { ago: format.ago(at, now) })
              : format.ago(at, now)}
        </span>
        {meter.lastValue !== null && (
          <span>{t('state.reading', { value: counterText(meter.lastValue, meter.utility, format.number) })}</span>
        )}
      </p>
      {running !== undefined && (
        <p className="text-small font-semibold text-alert">
          {t('state.runningSince', { since: format.dateTime(Date.parse(running.since)) })}
        </p>
      )}
    </div>
  );
}
