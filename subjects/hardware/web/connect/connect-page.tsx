import { ChevronDown, CircleCheck, CloudDownload, FileUp, Keyboard, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { readDescriptionPage } from '#catalogue/description.ts';
import { factsOf, unitName, utilityIds } from '#catalogue/index.ts';
import { numberWriter } from '#shell/text/format.ts';
import { environment } from '#shell/data/env.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { counterText } from '#shell/text/counter-text.ts';
import { Button, buttonStyle, Spinner } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Field, Select } from '#shell/ui/field.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import type { RejectionCode } from '#subjects/readings/contract/readings.ts';
import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import { DeviceDialog } from '../device-dialog.tsx';
import { type MeterRow, useMeters } from '../device-queries.ts';
import { DevicesSkeleton } from '../devices-skeleton.tsx';
import { PullsCard } from './pulls-card.tsx';
import { SendStep } from './send-step.tsx';
import { TokenMaker } from './tokens-card.tsx';
import { atBase } from '#shell/data/base.ts';

/** From a meter on the wall to its first reading on the page. */
export function ConnectPage() {
  const { t } = useTranslation(['devices', 'rooms', 'errors', 'copy']);
  return (
    <MemberPage
      title={t('connect.title')}
      subtitle={t('connect.subtitle')}
      back={{ to: '/devices', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<DevicesSkeleton />}
    >
      <ConnectSteps />
    </MemberPage>
  );
}

function ConnectSteps() {
  const { t } = useTranslation('devices');
  const meters = useMeters();
  const latest = useLatestUsage();
  const [params, setParams] = useSearchParams();
  const [token, setToken] = useState<CreatedToken>();
  if (meters.isError && meters.data === undefined) {
    return (
      <Card>
        <LoadFailure error={meters.error} onRetry={() => void meters.refetch()} />
      </Card>
    );
  }
  if (meters.data === undefined || (latest.data === undefined && latest.isLoading)) return <DevicesSkeleton />;
  const chosen = meters.data.find(({ key }) => key === params.get('meter')) ?? meters.data[0];
  const meter = latest.data?.meters.find(({ meterId }) => meterId === String(chosen?.id));
  return (
    <div className="space-y-4">
      <OtherWays meter={chosen} />
      <Step number={1} title={t('connect.meterStep')}>
        <MeterChoice
          meters={meters.data}
          chosen={chosen}
          onChoose={(key) => setParams({ meter: key }, { replace: true })}
        />
      </Step>
      <Step number={2} title={t('connect.tokenStep')}>
        <p className="mb-4 max-w-2xl text-ink-soft">{t('tokens.text')}</p>
        <TokenMaker token={token} onMade={setToken} />
      </Step>
      <Step number={3} title={t('connect.sendStep')}>
        <SendStep key={chosen?.key} meter={chosen} lastValue={meter?.lastValue ?? null} token={token?.token} />
      </Step>
      {chosen !== undefined && (
        <Step number={4} title={t('connect.waitStep')}>
          <ReadingWatch key={chosen.key} meterKey={chosen.key} meter={meter} />
        </Step>
      )}
      <PullsCard />
      <Reference />
    </div>
  );
}

/** For those whose meter sends nothing by itself. */
function OtherWays({ meter }: { meter: MeterRow | undefined }) {
  const { t } = useTranslation(['devices', 'pulls']);
  const isHome = useHousehold().data?.kind === 'home';
  const mayWrite = useRights().data?.mayWrite === true;
  return (
    <div className="-mt-2 -ml-3 flex flex-wrap items-center gap-x-1 text-ink-soft">
      <span className="ml-3 max-sm:basis-full">{t('connect.otherWays')}</span>
      <Link to="/devices/import" className={otherWay}>
        <FileUp className="size-5" aria-hidden />
        {t('hardware.import')}
      </Link>
      {isHome && mayWrite && (
        <Link to="#pulls" className={otherWay}>
          <CloudDownload className="size-5" aria-hidden />
          {t('pulls:way')}
        </Link>
      )}
      {isHome && meter !== undefined && meter.reading_kind !== 'interval' && (
        <Link to={`/devices/readings?meter=${meter.id}`} className={otherWay}>
          <Keyboard className="size-5" aria-hidden />
          {t('row.type')}
        </Link>
      )}
    </div>
  );
}

const otherWay = buttonStyle({ look: 'quiet', size: 'small' });

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="figures inline-flex size-7 items-center justify-center rounded-full bg-leaf text-small text-white"
          >
            {number}
          </span>
          {title}
        </span>
      }
    >
      {children}
    </Card>
  );
}

interface MeterChoiceProps {
  meters: readonly MeterRow[];
  chosen: MeterRow | undefined;
  onChoose: (key: string) => void;
}

function MeterChoice({ meters, chosen, onChoose }: MeterChoiceProps) {
  const { t } = useTranslation('devices');
  const { data: devices = [] } = useDevices();
  const { port, isClient } = environment().mqtt;
  const [isAdding, setIsAdding] = useState(false);
  const nameOf = (meter: MeterRow) => devices.find(({ id }) => id === meter.device_id)?.name ?? '';
  return (
    <>
      {chosen === undefined ? (
        <p className="mb-4">
          {t('connect.noMeter')} {(port !== null || isClient) && t('connect.mqttNeedsNone')}
        </p>
      ) : (
        <Field label={t('connect.meter')} hint={t('connect.meterHint')} className="max-w-xl">
          {(control) => (
            <Select
              {...control}
              options={meters.map((meter) => ({ value: meter.key, label: `${nameOf(meter)} (${meter.key})` }))}
              value={chosen.key}
              onChange={(event) => onChoose(event.target.value)}
            />
          )}
        </Field>
      )}
      <Button
        look={chosen === undefined ? 'primary' : 'quiet'}
        className={chosen === undefined ? '' : 'mt-2 -ml-4'}
        onClick={() => setIsAdding(true)}
      >
        {chosen === undefined ? t('none.add') : t('connect.anotherMeter')}
      </Button>
      <DeviceDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

/** Waits for a reading of this meter that was not there when the page was opened, and says when it has come. */
function ReadingWatch({ meterKey, meter }: { meterKey: string; meter: LatestMeter | undefined }) {
  const { t } = useTranslation('devices');
  const [before] = useState({ lastAt: meter?.lastAt ?? null, quarantined: meter?.quarantined ?? 0 });
  const hasCome = meter !== undefined && meter.lastAt !== null && meter.lastAt !== before.lastAt;
  const wasQuarantined = meter !== undefined && meter.quarantined > before.quarantined;
  return (
    <div role="status" className="min-h-14">
      {wasQuarantined ? (
        <Quarantined />
      ) : hasCome ? (
        <Received meter={meter} />
      ) : (
        <p className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          <span>
            {before.lastAt === null ? t('connect.waitingFirst') : t('connect.waitingNext')}{' '}
            <code className="font-semibold text-ink">{meterKey}</code>
          </span>
        </p>
      )}
    </div>
  );
}

function Received({ meter }: { meter: LatestMeter }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(1000);
  const at = Date.parse(meter.lastAt ?? '');
  const shown =
    meter.lastValue === null
      ? format.amount(meter.utility, meter.today).text
      : counterText(meter.lastValue, meter.utility, format.number);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-3">
        <CircleCheck className="size-7 shrink-0 text-leaf" aria-hidden />
        <span>
          <strong className="block text-[1.25rem] leading-tight font-[650]">{t('connect.received')}</strong>
          <span className="figures text-ink-soft">
            {shown} · {format.ago(at, now)}
          </span>
        </span>
      </p>
      <Link to="/dashboard" className={buttonStyle()}>
        {t('connect.toDashboard')}
      </Link>
    </div>
  );
}

function Quarantined() {
  const { t } = useTranslation('devices');
  return (
    <p className="flex items-center gap-3">
      <TriangleAlert className="size-6 shrink-0 text-alert" aria-hidden />
      <span>
        {t('connect.setAside')}{' '}
        <Link to="/devices" className="font-semibold text-leaf underline underline-offset-2">
          {t('title')}
        </Link>
      </span>
    </p>
  );
}

/** What one looks up while it is being connected: folded below the steps. */
function Reference() {
  const { t } = useTranslation('devices');
  return (
    <Card className="py-1 sm:py-2">
      <Fold title={t('units.title')}>
        <UnitsTable />
      </Fold>
      <Fold title={t('rejections.title')}>
        <RejectionTable />
      </Fold>
      <a
        href={atBase(readDescriptionPage.path)}
        className="inline-flex min-h-14 items-center font-semibold text-leaf underline underline-offset-4"
      >
        {t('rejections.docs')}
      </a>
    </Card>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
          aria-hidden
        />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}

const write = numberWriter('en-US', { maximumFractionDigits: 6 });

/** What a meter shows, and what it is multiplied by to be sent. */
const factors = utilityIds.flatMap((utility) => {
  const { base, counter, amount } = factsOf(utility);
  const shown = {
    [unitName(counter.unit)]: counter.size,
    [amount.metric.unit]: amount.metric.size,
    [amount.us.unit]: amount.us.size,
  };
  return Object.entries(shown).map(([unit, size]) => [unit, `× ${write.format(size)}`, base] as const);
});

function UnitsTable() {
  const { t } = useTranslation('devices');
  return (
    <>
      <p className="mb-2 max-w-2xl text-ink-soft">{t('units.text')}</p>
      <Table caption={t('units.title')} className="max-w-md">
        <thead>
          <tr>
            <HeaderCell>{t('units.shown')}</HeaderCell>
            <HeaderCell numeric>{t('units.factor')}</HeaderCell>
            <HeaderCell>{t('units.sent')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {factors.map(([shown, factor, sent]) => (
            <tr key={shown}>
              <Cell>{shown}</Cell>
              <Cell numeric>{factor}</Cell>
              <Cell>{sent}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

const codes = {
  'unknown-meter': true,
  'implausible-jump': true,
  'negative-amount': true,
  'in-the-future': true,
  conflict: true,
  'too-old': true,
  'wrong-kind': true,
  'invalid-reading': true,
} satisfies Record<RejectionCode, true>;

/** What the answer's codes mean. */
function RejectionTable() {
  const { t } = useTranslation('devices');
  return (
    <>
      <p className="mb-2 max-w-2xl text-ink-soft">{t('rejections.text')}</p>
      <Table caption={t('rejections.title')}>
        <thead>
          <tr>
            <HeaderCell className="w-44">{t('rejections.code')}</HeaderCell>
            <HeaderCell>{t('rejections.meaning')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(codes) as RejectionCode[]).map((code) => (
            <tr key={code}>
              <Cell className="align-top">
                <code>{code}</code>
              </Cell>
              <Cell>{t(`rejections.${code}`)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
