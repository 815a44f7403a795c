import { Clock, type LucideIcon, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLeak } from '#catalogue/index.ts';
import type { HeardMeters } from '#shell/household/heard-meters.ts';
import { useFormat } from '#shell/household/household.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { type Concern, ConcernCard } from './concern-card.tsx';
import { useMeterName } from './meter-name.ts';
import { isOpen } from './open-notices.ts';

/** It stands in the header, outside of the page; what it lists gives the focus back to it. */
const pressBell = (): void => document.getElementById('bell')?.click();

export interface Status {
  meters: readonly LatestMeter[];
  notices: readonly HouseholdNotice[];
  lasting: readonly HouseholdNotice[];
  heard: HeardMeters<LatestMeter>;
  /** How many readings wait for a decision. */
  withheld: number;
  isKnown: boolean;
  /** What is known is of an earlier visit, and asked for anew. */
  isAsking: boolean;
  /** Something is to be told, as far as is known. */
  isOdd: boolean;
  now: number;
}

export interface StatusDetailProps {
  status: Status;
  onAnswered: () => void;
}

/** The worst first: water that runs, readings that wait, then all else that nobody dismissed. */
function concernsOf(lasting: readonly HouseholdNotice[], withheld: number): Concern[] {
  const open = lasting.filter(isOpen);
  const running = open.filter(({ kind }) => isLeak(kind));
  return [...running, ...(withheld > 0 ? [withheld] : []), ...open.slice(running.length)];
}

/** What the line says where not all is well: the worst thing as a card, or who is not heard. */
export function StatusDetail({ status, onAnswered }: StatusDetailProps) {
  const { t } = useTranslation('notice-texts');
  const [worst, ...rest] = concernsOf(status.lasting, status.withheld);
  if (worst === undefined) return <Line {...status} />;
  return (
    <section aria-label={t('strip')} className="mb-4">
      <ConcernCard
        concern={worst}
        more={
          rest.length > 0 && (
            <Button look="quiet" onClick={pressBell}>
              {t('more', { count: rest.length })}
            </Button>
          )
        }
        onAnswered={onAnswered}
      />
    </section>
  );
}

const maxNamed = 2;

/** Nothing is open: a meter is silent, a leak is watched, a meter was read long ago or never. */
function Line({ meters, lasting, heard, now }: Status) {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const name = useMeterName();
  const { silent, seldom, waiting } = heard;
  if (silent.length > 0) {
    const lead =
      silent.length > maxNamed
        ? t('manySilent', { count: silent.length })
        : t('areSilent', { count: silent.length, names: format.list(silent.map(name)) });
    return <StatusText look={silence} lead={lead} heard={heard} />;
  }
  const fixed = lasting.find(({ kind, dismissed_as: as }) => as === 'fixed' && isLeak(kind));
  if (fixed !== undefined) {
    const meter = meters.find(({ meterId }) => meterId === String(fixed.meter_id));
    return <StatusText lead={t('watching', { name: name(meter) })} heard={heard} />;
  }
  const [first] = [...seldom, ...waiting];
  if (first === undefined) return null;
  const lead =
    first.lastAt === null
      ? t('waiting', { name: name(first) })
      : t('lastReading', { name: name(first), ago: format.ago(Date.parse(first.lastAt), now) });
  return <StatusText lead={lead} heard={heard} />;
}

interface Look {
  Icon: LucideIcon;
  tint: string;
}

const silence: Look = { Icon: WifiOff, tint: 'text-power-text' };
const calm: Look = { Icon: Clock, tint: 'text-ink' };

interface StatusTextProps {
  look?: Look;
  lead: string;
  heard: { count: number; heard: number };
}

function StatusText({ look: { Icon, tint } = calm, lead, heard: { count, heard } }: StatusTextProps) {
  const { t } = useTranslation('notices');
  return (
    <p className="mb-3 flex min-h-8 items-center gap-2.5 text-ink-soft" data-status="line">
      <Icon className={classNames('size-5 shrink-0', tint)} aria-hidden />
      <span>
        <span className={classNames('font-semibold', tint)}>{lead}</span>
        {` · ${t('meters', { count, heard })}`}
      </span>
    </p>
  );
}
