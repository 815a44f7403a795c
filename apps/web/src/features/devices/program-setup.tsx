import { factsOf } from '@wattershed/catalogue';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { CommandBox } from './command-box.tsx';
import type { MeterRow } from './device-queries.ts';
import { type ReadingForm, type Shell, sendCommand } from './send-command.ts';

export interface ProgramSetupProps {
  meter: MeterRow;
  lastValue: number | null;
  token: string | undefined;
}

const firstValue = 12_345;

/** A command that works as it stands: this service, this meter, this token, this minute. */
export function ProgramSetup({ meter, lastValue, token }: ProgramSetupProps) {
  const { t } = useTranslation('devices');
  const [form, setForm] = useState<ReadingForm>(meter.reading_kind ?? 'counter');
  const [shell, setShell] = useState<Shell>(navigator.userAgent.includes('Windows') ? 'powershell' : 'posix');
  const now = useNow(60_000);
  const { exampleUse } = factsOf(meter.utility);
  const counterValue = lastValue === null ? firstValue : lastValue + exampleUse;
  const command = sendCommand(
    {
      origin: location.origin,
      token: token ?? t('connect.tokenPlace'),
      meter: meter.key,
      form,
      value: form === 'counter' ? counterValue : exampleUse,
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
      <CommandBox
        label={t('connect.command')}
        text={command}
        note={token === undefined ? t('connect.tokenFirst') : t('connect.ready')}
        copyLabel={t('connect.copyCommand')}
      />
    </>
  );
}
