import { Activity, ChartColumn, DoorOpen, History, ReceiptText, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Section } from './section.tsx';

const answers = [
  { key: 'rooms', Icon: DoorOpen },
  { key: 'now', Icon: Activity },
  { key: 'cost', Icon: ReceiptText },
  { key: 'change', Icon: ChartColumn },
  { key: 'honest', Icon: History },
  { key: 'private', Icon: ShieldCheck },
] as const;

export function Answers() {
  const { t } = useTranslation('home');
  return (
    <Section title={t('answers.title')} text={t('answers.text')}>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {answers.map(({ key, Icon }) => (
          <li key={key} className="flex gap-4">
            <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf">
              <Icon className="size-5" aria-hidden />
            </span>
            <div>
              <h3 className="text-title">{t(`answers.${key}.title`)}</h3>
              <p className="mt-1 max-w-[32em] text-ink-soft">{t(`answers.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
