import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addPolledDevice } from '../../contract/hardware.ts';
import type { PolledDevice } from '#supabase/tables/index.ts';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { utilityIds } from '#catalogue/index.ts';
import { environment, outsideOrigin } from '#shell/data/env.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
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
  const { ways, missing } = useWays(meter !== undefined);
  const [pressed, setPressed] = useState<Way['id']>();
  const way = ways.find(({ id }) => id === pressed) ?? ways[0];
  const choice = way?.choice;
  return (
    <>
      {way === undefined ? (
        <p className="max-w-2xl text-ink-soft">{t('connect.meterFirst')}</p>
      ) : (
        <div className="mb-4">
          <ChoiceChips
            label={t('connect.sender.label')}
            value={way.id}
            options={ways.map((one) => ({ value: one.id, label: words.name(one) }))}
            onChange={setPressed}
          />
        </div>
      )}
      {meter !== undefined && way?.id === 'program' && (
        <ProgramSetup meter={meter} lastValue={lastValue} token={token} />
      )}
      {way?.id === 'mqtt' && <MqttSetup token={token} />}
      {choice !== undefined && choice.text === undefined && (
        <AskedSetup key={choice.source.id} source={choice.source} words={words.how(choice)} />
      )}
      {choice?.text !== undefined && (
        <SettingsToCopy
          words={words.how(choice)}
          hasToken={token !== undefined}
          text={fillSetUp(choice.text, {
            origin: outsideOrigin(),
            token: token ?? t('connect.tokenPlace'),
            meter: meter?.key ?? '',
            utility: meter?.utility ?? utilityIds[0],
          })}
        />
      )}
      <NotSetUp missing={missing} />
    </>
  );
}

interface Way {
  id: string;
  /** Left out: any program, or MQTT. */
  choice?: SenderChoice;
}

/** Ways in which readings can come here, and those for which whoever runs this has set nothing up. */
function useWays(hasMeter: boolean): { ways: Way[]; missing: Way[] } {
  const kinds = useSources();
  const { port, isClient } = environment().mqtt;
  const mqtt = { id: 'mqtt' };
  const choices = (kinds === undefined ? [] : senderChoices(kinds)).map((choice) => ({ id: choice.id, choice }));
  const asked = choices.filter(({ choice }) => choice.text === undefined);
  const told = choices.filter(
    // What makes itself known needs no meter.
    ({ choice: { text, source } }) => text !== undefined && (hasMeter || source.transports.includes('socket')),
  );
  const hasMqtt = port !== null || isClient;
  const polls = kinds?.polls === true;
  return {
    ways: [...(hasMeter ? [{ id: 'program' }] : []), ...(hasMqtt ? [mqtt] : []), ...told, ...(polls ? asked : [])],
    missing: [...(hasMqtt ? [] : [mqtt]), ...(polls ? [] : asked)],
  };
}

/** Last, and folded: nobody at home can change it. */
function NotSetUp({ missing }: { missing: readonly Way[] }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const words = useSourceWords();
  if (missing.length === 0) return null;
  return (
    <details className="mt-4 max-w-2xl text-small text-ink-soft">
      <summary className="min-h-11 content-center">
        {t('connect.notSetUp', { names: format.list(missing.map(words.name)) })}
      </summary>
      {missing.some(({ choice }) => choice === undefined) && <p>{t('connect.setup.mqttOff')}</p>}
      {missing.some(({ choice }) => choice !== undefined) && <p>{t('connect.setup.pollOff')}</p>}
    </details>
  );
}

/** Devices that make themselves known: to a broker of ours, or of the operator's. */
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
          text={brokerSettings({ origin: outsideOrigin(), token: token ?? t('connect.tokenPlace'), port, isSecure })}
        />
      )}
      {isClient && <p className="mt-3 max-w-2xl text-ink-soft">{t('connect.setup.mqttClient')}</p>}
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

interface AskedProps {
  source: Pick<SenderChoice['source'], 'id' | 'hasKey'>;
  words: string;
}

/** Devices that answer in the home's own network, where the operator lets us ask. */
function AskedSetup({ source, words }: AskedProps) {
  const { t } = useTranslation('devices');
  const switches = useRights().data?.switches ?? 'all';
  if (switches !== 'all') return <p className="max-w-2xl text-ink-soft">{t('connect.setup.pollNotYours')}</p>;
  return <PollSetup source={source} words={words} />;
}

/** Devices that are asked in the home's own network: their addresses, and how each answers. */
function PollSetup({ source: { id: source, hasKey }, words }: AskedProps) {
  const { t } = useTranslation('devices');
  const queryClient = useQueryClient();
  const { data: devices = [] } = usePolledDevices(source);
  const form = useForm({
    values: { address: '', key: '' },
    send: async ({ address, key }) => {
      const body = { source, address: address.trim(), ...(hasKey && { key: key.trim() }) };
      await callService(addPolledDevice, { body });
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
        {hasKey && (
          <TextField
            {...form.field('key')}
            type="password"
            autoComplete="off"
            label={t('connect.poll.key')}
            fieldClass="min-w-52 flex-1"
            maxLength={4000}
          />
        )}
        <Button
          type="submit"
          disabled={form.values.address.trim() === '' || (hasKey && form.values.key.trim() === '')}
          pending={form.isPending}
        >
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
    name: ({ id, choice }: Way) => t(`connect.sender.${id}`, { defaultValue: choice?.source.label ?? id }),
    how: ({ id }: SenderChoice) => t(`connect.setup.${id}`, { defaultValue: '' }),
  };
}
