import {
  Bot,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleQuestionMark,
  Database,
  FileText,
  Gauge,
  KeyRound,
  type LucideIcon,
  Mail,
  RadioTower,
  Server,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { useFormat } from '../../platform/household.ts';
import { Badge } from '../../ui/badge.tsx';
import type { PartName, SeenPart } from './look-at-parts.ts';

const icons: Record<PartName, LucideIcon> = {
  service: Server,
  auth: KeyRound,
  data: Database,
  ingest: Gauge,
  documents: FileText,
  mail: Mail,
  assistant: Bot,
  mqtt: RadioTower,
};

const states = {
  checking: { Icon: CircleDashed, tone: 'neutral' },
  up: { Icon: CircleCheck, tone: 'leaf' },
  slow: { Icon: CircleAlert, tone: 'power' },
  down: { Icon: CircleAlert, tone: 'alert' },
  'not-set-up': { Icon: CircleMinus, tone: 'neutral' },
  unknown: { Icon: CircleQuestionMark, tone: 'neutral' },
} as const;

export interface PartRowProps {
  name: PartName;
  /** Absent: looked at for the first time. */
  seen: SeenPart | undefined;
  isOnline: boolean;
}

export function PartRow({ name, seen, isOnline }: PartRowProps) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const state = !isOnline ? 'unknown' : (seen?.state ?? 'checking');
  const { Icon: StateIcon, tone } = states[state];
  const Icon = icons[name];
  const isMissing =
    state === 'not-set-up' && (name === 'mqtt' || name === 'assistant' || name === 'mail' || name === 'documents');
  const about = aboutOf();
  function aboutOf(): string {
    if (state === 'unknown' && isOnline) return t('unknownText');
    if (isMissing && name === 'mail' && environment().devMailbox) return t('devMailbox');
    return isMissing ? t(`aboutMissing.${name}`) : t(`about.${name}`);
  }
  return (
    <li data-part={name} data-state={state} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0 sm:gap-4">
      <span className="hidden size-9 shrink-0 items-center justify-center rounded-control bg-paper text-ink-soft min-[360px]:inline-flex">
        <Icon className="size-[18px]" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`parts.${name}`)}</p>
        <p className="text-small text-ink-soft">{about}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5 sm:flex-row-reverse sm:items-center sm:gap-4">
        <Badge tone={tone}>
          <StateIcon className="size-4" aria-hidden />
          {t(`state.${state}`)}
        </Badge>
        {seen?.tookMs !== undefined && isOnline && (
          <span className="figures text-small text-ink-soft">{t('latency', { ms: format.number(seen.tookMs) })}</span>
        )}
      </div>
    </li>
  );
}
