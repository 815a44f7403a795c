import type { Utility } from '@wattershed/catalogue';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevices } from '../../platform/connected-devices.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { MeterRow } from './device-queries.ts';
import { possibleParents } from './room-groups.ts';

export interface ParentFieldProps {
  meters: readonly MeterRow[];
  deviceId: string | undefined;
  utility: Utility;
  room: string;
  /** Undefined: not chosen yet, so the whole home's meter is proposed. */
  value: number | null | undefined;
  onChange: (parentMeterId: number | null) => void;
}

/** "This meter is inside …", so that a mains meter and the meters behind it are not counted twice. */
export function ParentField({ meters, deviceId, utility, room, value, onChange }: ParentFieldProps) {
  const { t } = useTranslation('devices');
  const { data: devices = [] } = useDevices();
  const parents = possibleParents(meters, deviceId, utility);
  const deviceOf = (meter: MeterRow) => devices.find(({ id }) => id === meter.device_id);
  const main = room === 'whole_home' ? undefined : parents.find((meter) => deviceOf(meter)?.room === 'whole_home');
  const proposal = main?.id ?? null;
  const isUnchosen = value === undefined;
  useEffect(() => {
    if (isUnchosen && proposal !== null) onChange(proposal);
  }, [isUnchosen, proposal, onChange]);

  if (parents.length === 0) return null;
  const options = [
    { value: '', label: t('form.noParent') },
    ...parents.map((meter) => ({ value: String(meter.id), label: `${deviceOf(meter)?.name ?? ''} (${meter.key})` })),
  ];
  return (
    <Field label={t('form.parent')} hint={t('form.parentHint')}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      )}
    </Field>
  );
}
