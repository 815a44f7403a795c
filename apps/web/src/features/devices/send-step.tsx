import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { useRights } from '../../platform/household-role.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { CommandBox } from './command-box.tsx';
import type { MeterRow } from './device-queries.ts';
import { ProgramSetup } from './program-setup.tsx';
import { brokerSettings, type Sender, senderSetups, senders } from './sender-setups.ts';

export interface SendStepProps {
  /** Undefined: there is none yet, so only what makes itself known can send. */
  meter: MeterRow | undefined;
  lastValue: number | null;
  token: string | undefined;
}

/** What sends, and what it needs to be told: it works as it stands, for this service, this meter and this token. */
export function SendStep({ meter, lastValue, token }: SendStepProps) {
  const { t } = useTranslation('devices');
  const [sender, setSender] = useState<Sender>(meter === undefined ? 'mqtt' : 'program');
  const choices = meter === undefined ? (['mqtt'] as const) : senders;
  const shownToken = token ?? t('connect.tokenPlace');
  return (
    <>
      <div className="mb-4">
        <ChoiceChips
          label={t('connect.sender.label')}
          value={sender}
          options={choices.map((value) => ({ value, label: t(`connect.sender.${value}`) }))}
          onChange={setSender}
        />
      </div>
      {meter !== undefined && sender === 'program' && (
        <ProgramSetup meter={meter} lastValue={lastValue} token={token} />
      )}
      {sender === 'mqtt' && <MqttSetup token={token} />}
      {meter !== undefined && sender !== 'program' && sender !== 'mqtt' && (
        <SettingsToCopy
          words={t(`connect.setup.${sender}`)}
          hasToken={token !== undefined}
          text={senderSetups[sender]({
            origin: location.origin,
            token: shownToken,
            meter: meter.key,
            utility: meter.utility,
          })}
        />
      )}
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
