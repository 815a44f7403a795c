import type { BillChanges } from '@wattershed/contracts';
import { Thermometer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../../platform/household-role.ts';
import { Button } from '../../../ui/button.tsx';
import { TemperaturesDialog } from './temperatures-dialog.tsx';

/** What can be said of the weather's part in a change, and the way to the temperatures that it rests on. */
export function WeatherNote({ weather }: { weather: BillChanges['weather'] }) {
  const { t } = useTranslation('billing-weather');
  const mayWrite = useRights().data?.mayWrite === true;
  const [isOpen, setOpen] = useState(false);
  if (weather === null || (weather === 'missing' && !mayWrite)) return null;
  return (
    <div className="mt-3 border-t border-line pt-2">
      {weather !== 'missing' && <p className="text-small text-ink-soft">{t(`note.${weather}`)}</p>}
      <Button
        look="quiet"
        size="small"
        className="-ml-3 text-left"
        icon={<Thermometer className="size-[18px] shrink-0" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t(weather === 'missing' ? 'give' : 'open')}
      </Button>
      <TemperaturesDialog open={isOpen} mayWrite={mayWrite} onClose={() => setOpen(false)} />
    </div>
  );
}
