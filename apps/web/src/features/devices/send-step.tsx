import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { CopyButton } from './copy-button.tsx';
import type { MeterRow } from './device-queries.ts';
import { type ReadingForm, type Shell, sendCommand } from './send-command.ts';

export interface SendStepProps {
  meter: MeterRow;
  lastValue: number | null;
  token: string | undefined;
}

const step = { electricity: 50, water: 2000 } as const;
const firstValue = 12_345;

/** A command that works as it stands: this service, this meter, this token, this minute. */
export function SendStep({ meter, lastValue, token }: SendStepProps) {
  const { t } = useTranslation('devices');
  const [form, setForm] = useState<ReadingForm>(meter.reading_kind ?? 'counter');
  const [shell, setShell] = useState<Shell>(navigator.userAgent.includes('Windows') ? 'powershell' : 'posix');
  const now = useNow(60_000);
  const counterValue = lastValue === null ? firstValue : lastValue + step[meter.utility];
  const command = sendCommand(
    {
      origin: location.origin,
      token: token ?? t('connect.tokenPlace'),
      meter: meter.key,
      form,
      value: form === 'counter' ? counterValue : step[meter.utility],
      at: new Date(now),
    },
    shell,
  );
  const isOtherKind = meter.reading_kind !== null && meter.reading_kind !== form;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-3">
        <SegmentedControl
          label={t('connect.form')}
          value={form}
          onChange={setForm}
          options={[
            { value: 'counter', label: t('connect.counter') },
            { value: 'interval', label: t('connect.interval') },
          ]}
        />
        <SegmentedControl
          label={t('connect.shell')}
          value={shell}
          onChange={setShell}
          options={[
            { value: 'posix', label: 'macOS, Linux' },
            { value: 'powershell', label: 'Windows' },
          ]}
        />
      </div>
      <p className="mb-3 max-w-2xl text-ink-soft">
        {form === 'counter' ? t('connect.counterText') : t('connect.intervalText')}
      </p>
      {isOtherKind && <p className="mb-3 max-w-2xl text-alert">{t('connect.otherKind')}</p>}
      <div className="rounded-control border border-line bg-paper">
        <ScrollFrame label={t('connect.command')} className="p-4">
          <pre className="w-max text-small leading-relaxed" data-command>
            {command}
          </pre>
        </ScrollFrame>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
          <p className="text-small text-ink-soft">
            {token === undefined ? t('connect.tokenFirst') : t('connect.ready')}
          </p>
          <CopyButton text={command} label={t('connect.copyCommand')} />
        </div>
      </div>
    </>
  );
}
