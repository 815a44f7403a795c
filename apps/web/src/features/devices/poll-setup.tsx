import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addPolledDevice } from '@wattershed/contracts/hardware';
import type { PolledDevice } from '@wattershed/database';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { useForm } from '../../platform/form.tsx';
import { useHousehold } from '../../platform/household.ts';
import { callService } from '../../platform/service.ts';
import { askTables } from '../../platform/tables.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/notice.ts';

/** While somebody looks, a device is about to answer. */
const lookEveryMs = 5_000;
const polledKey = 'polled';

function usePolledDevices(source: string) {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [polledKey, source, householdId ?? null],
    queryFn: () =>
      askTables<PolledDevice[]>((tables) =>
        tables
          .from('polled_devices')
          .select('*')
          .eq('household_id', householdId as string)
          .eq('source', source)
          .order('added_at', { ascending: true }),
      ),
    enabled: householdId !== undefined,
    refetchInterval: lookEveryMs,
  });
}

/** Devices that are asked in the home's own network: their addresses, and how each answers. */
export function PollSetup({ source, words }: { source: string; words: string }) {
  const { t } = useTranslation('devices');
  const queryClient = useQueryClient();
  const { data: devices = [] } = usePolledDevices(source);
  const form = useForm({
    values: { address: '' },
    send: async ({ address }) => {
      await callService(addPolledDevice, { body: { source, address: address.trim() } });
      form.reset();
      void queryClient.invalidateQueries({ queryKey: [polledKey] });
    },
    blame: 'address',
  });
  return (
    <>
      <p className="mb-4 max-w-2xl text-ink-soft">{words}</p>
      <form {...form.props} className="flex max-w-xl flex-wrap items-end gap-3">
        <TextField
          {...form.field('address')}
          label={t('connect.poll.address')}
          fieldClass="min-w-52 flex-1"
          maxLength={60}
          placeholder="192.168.1.20"
        />
        <Button type="submit" disabled={form.values.address.trim() === ''} pending={form.isPending}>
          {t('connect.poll.ask')}
        </Button>
      </form>
      {devices.length > 0 && (
        <ul className="mt-4 max-w-2xl" aria-label={t('connect.poll.asked')}>
          {devices.map((device) => (
            <PolledRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </>
  );
}

function PolledRow({ device: { id, address, device, fault } }: { device: PolledDevice }) {
  const { t } = useTranslation('devices');
  const failure = useFailureWords();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => askTables((tables) => tables.from('polled_devices').delete().eq('id', id).select('id')),
    onError: (error) => notify(t('connect.poll.stays', { address }), failure.ofThrown(error), 'alert'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [polledKey] }),
  });
  const state = fault === null ? (device === null ? 'waiting' : 'answers') : (`fault.${fault}` as const);
  const Mark = fault === null ? CircleCheck : TriangleAlert;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <Mark className={`size-5 shrink-0 ${fault === null ? 'text-leaf' : 'text-alert'}`} aria-hidden />
      <span className="min-w-0 flex-1">
        <strong className="figures block font-semibold break-all">{address}</strong>
        <span className="block text-small text-ink-soft">{t(`connect.poll.${state}`)}</span>
      </span>
      <Button
        look="quiet"
        size="small"
        icon={<X className="size-4" aria-hidden />}
        aria-label={t('connect.poll.removeNamed', { address })}
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('connect.poll.remove')}
      </Button>
    </li>
  );
}
