import type { ContactAnswer } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';

export interface SentMessage extends ContactAnswer {
  readonly email: string;
}

export function ContactCard() {
  const { t } = useTranslation('contact');
  const [sent, setSent] = useState<SentMessage>();
  if (sent !== undefined)
    return (
      <Card>
        <MessageSent sent={sent} onAnother={() => setSent(undefined)} />
      </Card>
    );
  return (
    <Card title={t('form.title')} className="relative overflow-clip">
      <MessageForm onSent={setSent} />
    </Card>
  );
}
