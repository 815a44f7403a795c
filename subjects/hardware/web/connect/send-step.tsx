import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addPolledDevice } from '../../contract/hardware.ts';
import type { PolledDevice } from '#supabase/tables/index.ts';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { Button } from '#shell/ui/button.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { CommandBox, ProgramSetup } from './program-setup.tsx';
import type { MeterRow } from '../device-queries.ts';
import { brokerSettings, fillSetUp, type SenderChoice, senderChoices, useSources } from '../sources.ts';

export interface SendStepProps {
  /** Undefined: there is none yet, so only what makes itself known can send. */
  meter: MeterRow | undefined;
  lastValue: number | null;
  token: string | undefined;
}

/** What sends, and what it needs to be told: it works as it stands, for this service, this meter and this token. */
export function SendStep({ meter, lastValue, token }: SendStepProps) {
  const { t } = useTranslation('devices');
  const words = useSourceWords();
  const kinds = useSources();
  const [sender, setSender] = useState(meter === undefined ? 'mqtt' : 'program');
  const all = kinds === undefined ? [] : senderChoices(kinds);
  const choices = meter === undefined ? all.filter(({ text }) => text === undefined) : all;
  const chosen = choices.find(({ id }) => id === sender);
  const own = (meter === undefined ? (['mqtt'] as const) : (['program', 'mqtt'] as const)).map((value) => ({
    value,
    label: t(`connect.sender.${value}`),
  }));
  return (
    <>
      <div className="mb-4">
        <ChoiceChips
          label={t('connect.sender.label')}
          value={sender}
          options={[...own, ...choices.map((choice) => ({ value: choice.id, label: words.name(choice) }))]}
          onChange={setSender}
        />
      </div>
      {meter !== undefined && sender === 'program' && (
        <ProgramSetup meter={meter} lastValue={lastValue} token={token} />
      )}
      {sender === 'mqtt' && <MqttSetup token={token} />}
      {chosen !== undefined && chosen.text === undefined && (
        <AskedSetup choice={chosen} polls={kinds?.polls === true} words={words.how(chosen)} />
      )}
      {meter !== undefined && chosen?.text !== undefined && (
        <SettingsToCopy
          words={words.how(chosen)}
          hasToken={token !== undefined}
          text={fillSetUp(chosen.text, {
            origin: location.origin,
            token: token ?? t('connect.tokenPlace'),
            meter: meter.key,
            utility: meter.utility,
          })}
        />
      )}
    </>
  );
}

/** Devices that make themselves known: to a broker of ours, of the operator's, or to none. */
function MqttSetup({ token }: { token: string | undefined }) {
  const { t } = useTranslation('devices');
  const { port, isSecure, isClient } = environment().mqtt;
  const switches = useRights().data?.switches ?? 'all';
  return (
    <>
      {port !== null && switches !== 'all' && (
        <p className="max-w-2xl text-ink-soft">{t('connect.setup.mqttNotYours')}</p>
      )}
      {port !== null && switches === 'all' && (
        <SettingsToCopy
          words={t('connect.setup.mqtt')}
          hasToken={token !== undefined}
          text={brokerSettings({ origin: location.origin, token: token ?? t('connect.tokenPlace'), port, isSecure })}
        />
      )}
      {isClient && <p className="mt-3 max-w-2xl text-ink-soft">{t('connect.setup.mqttClient')}</p>}
      {port === null && !isClient && <p className="max-w-2xl text-ink-soft">{t('connect.setup.mqttOff')}</p>}
    </>
  );
}

interface SettingsProps {
  words: string;
  hasToken: boolean;
  text: string;
}

function SettingsToCopy({ words, hasToken, text }: SettingsProps) {
  const { t } = useTranslation('devices');
  return (
    <>
      <p className="mb-3 max-w-2xl text-ink-soft">{words}</p>
      <CommandBox
        label={t('connect.setup.text')}
        copyLabel={t('connect.setup.copy')}
        note={hasToken ? undefined : t('connect.setup.tokenFirst')}
        text={text}
      />
    </>
  );
}

/** Devices that answer in the home's own network, where the operator lets us ask. */
function AskedSetup({ choice, polls, words }: { choice: SenderChoice; polls: boolean; words: string }) {
  const { t } = useTranslation('devices');
  const switches = useRights().data?.switches ?? 'all';
  if (!polls) return <p className="max-w-2xl text-ink-soft">{t('connect.setup.pollOff')}</p>;
  if (switches !== 'all') return <p className="max-w-2xl text-ink-soft">{t('connect.setup.pollNotYours')}</p>;
  return <PollSetup source={choice.source.id} words={words} />;
}

/** Devices that are asked in the home's own network: their addresses, and how each answers. */
function PollSetup({ source, words }: { source: string; words: string }) {
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
  const failure = useFailureMessages();
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

/** A kind that has words of its own is told by them, another one by what its maker calls it. */
function useSourceWords() {
  const { t } = useTranslation('devices');
  return {
    name: ({ id, source }: SenderChoice) => t(`connect.sender.${id}`, { defaultValue: source.label }),
    how: ({ id }: SenderChoice) => t(`connect.setup.${id}`, { defaultValue: '' }),
  };
}
