import { useTranslation } from 'react-i18next';
import { useRoomName } from '../../platform/room-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Figure } from '../../ui/figure.tsx';
import { UtilityBar, UtilityLabel } from '../../ui/utility-mark.tsx';
import { mostEnergyWh, mostWaterMl, sampleDay } from './sample-day.ts';
import { useStaticFormat } from './use-static-format.ts';

/** What the Dashboard answers at a glance, with invented figures that say so. */
export function SamplePanel() {
  const { t } = useTranslation('home');
  const format = useStaticFormat();
  const roomName = useRoomName();
  const energy = format.energy(sampleDay.energyWh);
  const water = format.volume(sampleDay.waterMl);
  return (
    <section aria-label={t('sample.label')} className="rounded-card border border-line bg-card p-5 shadow-lift sm:p-7">
      <header className="flex items-center justify-between gap-4">
        <h2 className="text-title">{t('sample.title')}</h2>
        <Badge tone="sample">{t('sample.badge')}</Badge>
      </header>
      <div className="mt-4 grid grid-cols-2 gap-4">
        <div>
          <p>
            <UtilityLabel utility="electricity">{t('sample.electricity')}</UtilityLabel>
          </p>
          <Figure value={energy.value} unit={energy.unit} className="mt-1 whitespace-nowrap" />
          <p className="text-small text-ink-soft">{t('sample.now', { rate: format.power(sampleDay.powerW).text })}</p>
        </div>
        <div>
          <p>
            <UtilityLabel utility="water">{t('sample.water')}</UtilityLabel>
          </p>
          <Figure value={water.value} unit={water.unit} className="mt-1 whitespace-nowrap" />
          <p className="text-small text-ink-soft">
            {t('sample.now', { rate: format.rate('water', sampleDay.flowLMin).text })}
          </p>
        </div>
      </div>
      <p className="mt-6 border-t border-line pt-4">{t('sample.sentence')}</p>
      <ul className="mt-2">
        {sampleDay.rooms.map(({ room, energyWh, waterMl }) => (
          <li
            key={room}
            className="grid grid-cols-[6.5rem_1fr_auto] items-center gap-3 border-b border-line py-2 last:border-b-0 sm:grid-cols-[8rem_1fr_auto]"
          >
            <span className="truncate font-semibold">{roomName(room)}</span>
            <span className="space-y-1">
              <UtilityBar utility="electricity" share={energyWh / mostEnergyWh} />
              <UtilityBar utility="water" share={waterMl / mostWaterMl} />
            </span>
            <span className="figures min-w-17 text-right text-small leading-5">
              <span className="block">{energyWh === 0 ? '–' : format.energy(energyWh).text}</span>
              <span className="block text-ink-soft">{waterMl === 0 ? '–' : format.volume(waterMl).text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
