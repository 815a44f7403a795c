import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { CommandBox } from './command-box.tsx';
import type { MeterRow } from './device-queries.ts';
import { ProgramSetup } from './program-setup.tsx';
import { type Sender, senderSetups, senders } from './sender-setups.ts';

export interface SendStepProps {
  meter: MeterRow;
  lastValue: number | null;
  token: string | undefined;
}

/** What sends, and what it needs to be told: it works as it stands, for this service, this meter and this token. */
export function SendStep({ meter, lastValue, token }: SendStepProps) {
  const { t } = useTranslation('devices');
  const [sender, setSender] = useState<Sender>('program');
  const shownToken = token ?? t('connect.tokenPlace');
  return (
    <>
      <div className="mb-4">
        <ChoiceChips
          label={t('connect.sender.label')}
          value={sender}
          options={senders.map((value) => ({ value, label: t(`connect.sender.${value}`) }))}
          onChange={setSender}
        />
      </div>
      {sender === 'program' ? (
        <ProgramSetup meter={meter} lastValue={lastValue} token={token} />
      ) : (
        <>
          <p className="mb-3 max-w-2xl text-ink-soft">{t(`connect.setup.${sender}`)}</p>
          <CommandBox
            label={t('connect.setup.text')}
            copyLabel={t('connect.setup.copy')}
            note={token === undefined ? t('connect.setup.tokenFirst') : undefined}
            text={senderSetups[sender]({
              origin: location.origin,
              token: shownToken,
              meter: meter.key,
              utility: meter.utility,
            })}
          />
        </>
      )}
    </>
  );
}
