import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf } from '#catalogue/index.ts';
import { useNow } from '#shell/parts/clock.ts';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { ScrollFrame } from '#shell/ui/table.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { sendReadings } from '#subjects/readings/contract/readings.ts';
import type { MeterRow } from '../device-queries.ts';
import { outsideOrigin } from '#shell/data/env.ts';

interface ProgramSetupProps {
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
      origin: outsideOrigin(),
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

type ReadingForm = 'counter' | 'interval';
type Shell = 'posix' | 'powershell';

interface ReadingExample {
  origin: string;
  token: string;
  meter: string;
  form: ReadingForm;
  value: number;
  /** The instant of a counter's value, or the end of an interval. */
  at: Date;
}

const quarterMs = 900_000;

/** What is sent with one reading. */
export function exampleBody({ meter, form, value, at }: Omit<ReadingExample, 'origin' | 'token'>): string {
  const end = toTheSecond(at);
  const reading =
    form === 'counter'
      ? { meter, at: end, value }
      : { meter, from: toTheSecond(new Date(at.getTime() - quarterMs)), to: end, value };
  return JSON.stringify({ readings: [reading] });
}

function toTheSecond(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A command that sends one reading, to be pasted into a terminal as it is. */
export function sendCommand(example: ReadingExample, shell: Shell): string {
  const url = `${example.origin}${sendReadings.path}`;
  const body = exampleBody(example);
  if (shell === 'powershell') {
    return [
      `Invoke-RestMethod -Method Post '${url}' \``,
      `  -Headers @{ Authorization = 'Bearer ${example.token}' } \``,
      `  -ContentType 'application/json' \``,
      `  -Body '${body}'`,
    ].join('\n');
  }
  return [
    `curl -X POST '${url}' \\`,
    `  -H 'Authorization: Bearer ${example.token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

interface CommandBoxProps {
  label: string;
  text: string;
  note: string | undefined;
  copyLabel: string;
}

/** Something to be copied as it is. */
export function CommandBox({ label, text, note, copyLabel }: CommandBoxProps) {
  return (
    <div className="rounded-control border border-line bg-paper">
      <ScrollFrame label={label} className="p-4">
        <pre className="w-max text-small leading-relaxed" data-command>
          {text}
        </pre>
      </ScrollFrame>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-3">
        <p className="text-small text-ink-soft">{note}</p>
        <CopyButton text={text} label={copyLabel} />
      </div>
    </div>
  );
}
