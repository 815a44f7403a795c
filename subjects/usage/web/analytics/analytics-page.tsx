import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { knownRooms } from '#catalogue/rooms.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold, useNameAmongSeveral } from '#shell/household/household.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { SimulatedMark } from '#shell/household/simulated-mark.tsx';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { regionalOf } from '#shell/text/format.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Input, Select } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { placesAround } from '#subjects/household/domain/places.ts';
import { periodAt as reportedPeriod } from '#subjects/insight/domain/report/period.ts';
import type { LatestAnswer } from '../../contract/usage.ts';
import {
  type AnalyticsRequest,
  freePeriod,
  measures,
  readRequest,
  withKind,
  writeRequest,
} from './analytics-request.ts';
import { mainDevices } from './groups.ts';
import { lastShape } from './shape.ts';
import { AnalyticsCards } from './cards/analytics-cards.tsx';
import { comparisons, type Period, periodKinds, periodText, shiftPeriod } from './period.ts';
import { useAnalytics } from './use-analytics.ts';

export function AnalyticsPage() {
  // All words of the page at once: asked for one by one, each would hide the page again until it came.
  const { t } = useTranslation(['analytics', 'usage', 'rooms', 'chart', 'emissions', 'flows']);
  useDocumentTitle(t('title'));
  const { data: household } = useHousehold();
  const homeName = useNameAmongSeveral();
  // The figures tell the home's clock as well, and may be there before the home.
  const timeZone = useLatestUsage().data?.timeZone ?? regionalOf(household).timeZone;
  const today = localDayOf(useNow(60_000), timeZone);
  const [search, setSearch] = useSearchParams();
  const request = useMemo(() => readRequest(search, today), [search, today]);
  // The address follows when the charts are drawn; what was pressed shows at once, and the next press builds on it.
  const [pressed, setPressed] = useState<{ from: URLSearchParams; request: AnalyticsRequest }>();
  const chosen = pressed?.from === search ? pressed.request : request;
  // Who goes back before it was drawn has let it go.
  useEffect(() => {
    const forget = () => setPressed(undefined);
    addEventListener('popstate', forget);
    return () => removeEventListener('popstate', forget);
  }, []);
  const isWaiting = writeRequest(chosen, today).toString() !== writeRequest(request, today).toString();
  const { state: place } = useLocation() as { state: unknown };
  const left = leftIn(place);
  const change = (next: AnalyticsRequest, periods = left) => {
    setPressed({ from: search, request: next });
    // Another kind of period is a way of its own: from there nothing leads back.
    const kept = next.period.kind === chosen.period.kind || periods !== left ? periods : [];
    setSearch(writeRequest(next, today), { state: { stays: true, left: kept } });
  };
  const open = (period: Period) => change({ ...chosen, period }, [...left, chosen.period]);
  const last = left.at(-1);
  const back = last && {
    period: last,
    go: () => change({ ...chosen, period: last }, left.slice(0, -1)),
  };
  const known = useAnalytics(request, today);
  // Drawn in small pieces of work when they come, so that a slow phone stays able to answer a touch meanwhile.
  const isDrawn = useDeferredValue(known.status === 'ready');
  const state = known.status === 'ready' && !isDrawn ? ({ status: 'loading' } as const) : known;
  return (
    <>
      <PageHeader
        title={t('title')}
        mark={<SimulatedMark />}
        subtitle={[homeName, t('subtitle')].filter(Boolean).join(' · ')}
        actions={
          // The week that is over, and what changes saved, in a few lines.
          <span className="flex flex-wrap gap-x-5">
            <Link to={`/report/${reportedPeriod('week', addDays(today, -7)).name}`} className={link}>
              {t('report')}
            </Link>
            <Link to="/changes" className={link}>
              {t('didItSave')}
            </Link>
            <Link to="/compare" className={link}>
              {t('compareHome')}
            </Link>
          </span>
        }
      />
      <section aria-label={t('controls.label')} className="mb-4 grid gap-3">
        <AnalyticsControls request={chosen} today={today} onChange={change} />
        <FilterChips
          request={chosen}
          rooms={roomsOf(state.status === 'ready' ? state.figures.latest : undefined, chosen.room)}
          onChange={change}
        />
      </section>
      {state.status === 'loading' && <AnalyticsSkeleton />}
      {state.status === 'failed' && (
        <Card>
          <LoadFailure error={state.error} onRetry={state.retry} />
        </Card>
      )}
      {state.status === 'ready' && (
        <AnalyticsCards
          figures={state.figures}
          isOld={state.isOld || isWaiting}
          request={request}
          onChange={change}
          onOpen={open}
          back={back}
        />
      )}
    </>
  );
}

/** The periods that were left for what lies behind one of their bars: kept with the place in the browser's history. */
function leftIn(place: unknown): readonly Period[] {
  const { left } = (place ?? {}) as { left?: unknown };
  return Array.isArray(left) ? (left as Period[]) : [];
}

interface AnalyticsControlsProps {
  request: AnalyticsRequest;
  today: string;
  onChange: (request: AnalyticsRequest) => void;
}

/** Which period, and what it is compared with. */
function AnalyticsControls({ request, today, onChange }: AnalyticsControlsProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { period, comparison } = request;
  const units = useUtilities()
    .map((utility) => format.amount(utility, 0).unit)
    .join(' · ');
  const shift = (by: -1 | 1) => onChange({ ...request, period: shiftPeriod(period, by) });
  // Twelve months before and the same a year before are one and the same.
  const offered = comparisons.filter((choice) => choice !== 'year' || period.kind !== 'year');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-y-3">
        <SegmentedControl
          label={t('controls.period')}
          value={period.kind}
          options={periodKinds.map((value) => ({ value, label: t(`controls.${value}`) }))}
          onChange={(kind) => onChange(withKind(request, kind, today))}
        />
        <div className="flex items-center">
          <IconButton
            label={t('controls.previous')}
            icon={<ChevronLeft className="size-5" aria-hidden />}
            onClick={() => shift(-1)}
          />
          <p aria-live="polite" className="figures min-w-34 text-center font-semibold">
            {periodText(period, format)}
          </p>
          <IconButton
            label={t('controls.next')}
            icon={<ChevronRight className="size-5" aria-hidden />}
            disabled={period.to > today}
            onClick={() => shift(1)}
          />
        </div>
      </div>
      {period.kind === 'custom' && (
        <CustomPeriod
          key={`${period.from} ${period.to}`}
          period={period}
          today={today}
          onChange={(chosen) => onChange({ ...request, period: chosen })}
        />
      )}
      <div className="flex max-w-full flex-wrap items-center gap-3 max-sm:w-full">
        <SegmentedControl
          label={t('measure.label')}
          value={request.measure}
          options={measures.map((value) => ({ value, label: value === 'money' ? t('measure.money') : units }))}
          onChange={(measure) => onChange({ ...request, measure })}
        />
        <label className="flex min-w-0 items-center gap-2.5 text-small max-sm:flex-1">
          <span className="font-semibold text-ink-soft max-lg:sr-only">{t('controls.compare')}</span>
          <span className="min-w-0 max-sm:flex-1 sm:w-52">
            <Select
              value={offered.includes(comparison) ? comparison : 'previous'}
              options={offered.map((value) => ({ value, label: t(`controls.compareChoice.${value}`) }))}
              onChange={({ target }) => {
                const chosen = comparisons.find((choice) => choice === target.value);
                if (chosen !== undefined) onChange({ ...request, comparison: chosen });
              }}
            />
          </span>
        </label>
      </div>
    </div>
  );
}

interface CustomPeriodProps {
  period: Period;
  today: string;
  onChange: (period: Period) => void;
}

/** Both ends of a free period, with the browser's own calendar. */
function CustomPeriod({ period, today, onChange }: CustomPeriodProps) {
  const { t } = useTranslation('analytics');
  const last = addDays(period.to, -1);
  const choose = (from: string, to: string) => {
    // While a date is being typed it may be none.
    if (from !== '' && to !== '' && (from !== period.from || to !== last)) onChange(freePeriod(from, to, today));
  };
  return (
    <div className="flex flex-wrap gap-3">
      <label className="flex items-center gap-2.5 text-small font-semibold text-ink-soft">
        {t('controls.from')}
        <span className="w-42">
          <Input
            type="date"
            defaultValue={period.from}
            max={today}
            onBlur={({ target }) => choose(target.value, last)}
            onChange={({ target }) => {
              if (target.value >= '1970-01-01') choose(target.value, last);
            }}
          />
        </span>
      </label>
      <label className="flex items-center gap-2.5 text-small font-semibold text-ink-soft">
        {t('controls.to')}
        <span className="w-42">
          <Input
            type="date"
            defaultValue={last}
            max={today}
            onChange={({ target }) => {
              if (target.value >= '1970-01-01') choose(period.from, target.value);
            }}
          />
        </span>
      </label>
    </div>
  );
}

interface FilterChipsProps {
  request: AnalyticsRequest;
  /** The household's rooms. */
  rooms: readonly string[];
  onChange: (request: AnalyticsRequest) => void;
}

/** Utilities, kitchen, bedroom and the household's other rooms; pressed again it is let go. */
function FilterChips({ request, rooms, onChange }: FilterChipsProps) {
  const { t } = useTranslation('analytics');
  const roomName = useRoomName();
  const { utility, room } = request;
  // What is asked for first: water usage, electricity.
  const chips = [...useUtilities()].reverse();
  return (
    // On a phone one line, to be pushed along; what has the focus is shown whole, which browsers leave at half.
    <fieldset
      className="-mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:flex-wrap sm:px-0"
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <legend className="sr-only">{t('controls.filters')}</legend>
      {chips.map((one) => (
        <Chip
          key={one}
          isOn={utility === one}
          onClick={() => onChange({ ...request, utility: utility === one ? null : one })}
        >
          {t(`controls.${one}`)}
        </Chip>
      ))}
      {rooms.map((one) => (
        <Chip key={one} isOn={room === one} onClick={() => onChange({ ...request, room: room === one ? null : one })}>
          {roomName(one)}
        </Chip>
      ))}
    </fieldset>
  );
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(
        'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-4 text-small font-semibold transition-colors duration-150',
        isOn ? 'border-leaf bg-leaf-soft text-leaf' : 'border-line bg-card text-ink-soft hover:border-ink-soft/50',
      )}
      onClick={onClick}
    >
      {isOn && <Check className="size-4" aria-hidden />}
      {children}
    </button>
  );
}

// The categories that everybody has come first, and stand while the household's own are on their way.
const first = ['kitchen', 'bedroom'];

/** The rooms that can be chosen: kitchen and bedroom, then the household's others as they are usually named. */
export function roomsOf(latest: LatestAnswer | undefined, chosen: string | null): string[] {
  const mains = latest === undefined ? new Set<string>() : mainDevices(latest);
  const own = (latest?.meters ?? []).filter(({ deviceId }) => !mains.has(deviceId)).map(({ room }) => room);
  const around = placesAround(latest?.places ?? []);
  const rooms = new Set([...own.flatMap(around), ...first, ...own, ...(chosen === null ? [] : [chosen])]);
  const rank = (room: string) => {
    if (first.includes(room)) return first.indexOf(room) - first.length;
    const at = knownRooms.findIndex((known) => known === room);
    return at === -1 ? knownRooms.length : at;
  };
  return [...rooms].sort((a, b) => rank(a) - rank(b));
}

/** What the cards are as high as in a window that nobody has seen them in. */
const usualHeights = ['min-h-225 sm:min-h-190', 'min-h-150', 'min-h-160', 'min-h-110'];

/** The page's cards at their final size, without their figures. */
function AnalyticsSkeleton() {
  const { t } = useTranslation('analytics');
  const { hasSampleStrip, heights } = lastShape();
  return (
    <div aria-busy="true">
      {hasSampleStrip && <Skeleton className="mb-4 h-22 rounded-card" />}
      <div className="grid gap-3 sm:gap-4">
        {[t('time.title'), t('rooms.title'), t('flow.title'), t('year.title')].map((title, i) => (
          <div
            key={title}
            className={classNames('grid', heights[i] === undefined && usualHeights[i])}
            style={{ minHeight: heights[i] }}
          >
            <Card title={title} className="flex flex-col gap-3">
              {i === 0 && <Skeleton className="h-11 w-40" />}
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="min-h-40 flex-1 rounded-control" />
            </Card>
          </div>
        ))}
      </div>
    </div>
  );
}

const link = 'inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline';
