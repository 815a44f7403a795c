import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { useRights } from '../../platform/household-role.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { CommandBox } from './command-box.tsx';
import type { MeterRow } from './device-queries.ts';
import { PollSetup } from './poll-setup.tsx';
import { ProgramSetup } from './program-setup.tsx';
import { brokerSettings, fillSetUp, type SenderChoice, senderChoices, useSources } from './sources.ts';

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

/** A kind that has words of its own is told by them, another one by what its maker calls it. */
function useSourceWords() {
  const { t } = useTranslation('devices');
  return {
    name: ({ id, source }: SenderChoice) => t(`connect.sender.${id}`, { defaultValue: source.label }),
    how: ({ id }: SenderChoice) => t(`connect.setup.${id}`, { defaultValue: '' }),
  };
}

/** Devices that answer in the home's own network, where the operator lets us ask. */
function AskedSetup({ choice, polls, words }: { choice: SenderChoice; polls: boolean; words: string }) {
  const { t } = useTranslation('devices');
  const switches = useRights().data?.switches ?? 'all';
  if (!polls) return <p className="max-w-2xl text-ink-soft">{t('connect.setup.pollOff')}</p>;
  if (switches !== 'all') return <p className="max-w-2xl text-ink-soft">{t('connect.setup.pollNotYours')}</p>;
  return <PollSetup source={choice.source.id} words={words} />;
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

/** Devices that make themselves known: to a broker of ours, of the operator's, or to none. */
function MqttSetup({ token }: { token: string | undefined }) {
  const { t } = useTranslation('devices');
  const { port, isClient } = environment().mqtt;
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
          text={brokerSettings({ origin: location.origin, token: token ?? t('connect.tokenPlace'), port })}
        />
      )}
      {isClient && <p className="mt-3 max-w-2xl text-ink-soft">{t('connect.setup.mqttClient')}</p>}
      {port === null && !isClient && <p className="max-w-2xl text-ink-soft">{t('connect.setup.mqttOff')}</p>}
    </>
  );
}
