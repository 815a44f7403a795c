import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoomName } from '../household/room-name.ts';
import { createFormat, type Format, regionalOf } from '../text/format.ts';
import { useLanguage } from '../text/i18n.ts';
import { Badge } from '../ui/badge.tsx';
import { Figure } from '../ui/figure.tsx';
import { UtilityBar, UtilityLabel } from '../ui/utility-mark.tsx';

/** Home knows no household: figures are written as the language does. */
export function useStaticFormat(): Format {
  const language = useLanguage();
  return useMemo(() => createFormat(language, regionalOf(null)), [language]);
}

/** What the Dashboard answers at a glance, with invented figures that say so. */
export function SamplePanel() {
  const { t } = useTranslation('home');
  const format = useStaticFormat();
  const roomName = useRoomName();
  return (
    <section aria-label={t('sample.label')} className="rounded-card border border-line bg-card p-5 shadow-lift sm:p-7">
      <header className="flex items-center justify-between gap-4">
        <h2 className="text-title">{t('sample.title')}</h2>
        <Badge tone="sample">{t('sample.badge')}</Badge>
      </header>
      <div className="mt-4 grid grid-cols-2 gap-4">
        {sampleUses.map(({ utility, used, rate }) => {
          const { value, unit } = format.amount(utility, used);
          return (
            <div key={utility}>
              <p>
                <UtilityLabel utility={utility}>{t(`sample.${utility}`)}</UtilityLabel>
              </p>
              <Figure value={value} unit={unit} className="mt-1 whitespace-nowrap" />
              <p className="text-small text-ink-soft">{t('sample.now', { rate: format.rate(utility, rate).text })}</p>
            </div>
          );
        })}
      </div>
      <p className="mt-6 border-t border-line pt-4">{t('sample.sentence')}</p>
      <ul className="mt-2">
        {sampleRooms.map((row) => (
          <li
            key={row.room}
            className="grid grid-cols-[6.5rem_1fr_auto] items-center gap-3 border-b border-line py-2 last:border-b-0 sm:grid-cols-[8rem_1fr_auto]"
          >
            <span className="truncate font-semibold">{roomName(row.room)}</span>
            <span className="space-y-1">
              {sampleUses.map(({ utility }) => (
                <UtilityBar
                  key={utility}
                  utility={utility}
                  share={row[utility] / Math.max(...sampleRooms.map((one) => one[utility]))}
                />
              ))}
            </span>
            <span className="figures min-w-17 text-right text-small leading-5">
              {sampleUses.map(({ utility }) => (
                <span key={utility} className="block not-first:text-ink-soft">
                  {row[utility] === 0 ? '–' : format.amount(utility, row[utility]).text}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An invented day for the picture on Home; it is labelled as a sample wherever it is shown. In base units. */
const sampleUses = [
  { utility: 'electricity', used: 6420, rate: 412 },
  { utility: 'water', used: 182_000, rate: 3.2 },
] as const;

const sampleRooms = [
  { room: 'kitchen', electricity: 2840, water: 61_000 },
  { room: 'bathroom', electricity: 980, water: 104_000 },
  { room: 'living_room', electricity: 1560, water: 0 },
  { room: 'bedroom', electricity: 1040, water: 0 },
  { room: 'garden', electricity: 0, water: 17_000 },
] as const;
