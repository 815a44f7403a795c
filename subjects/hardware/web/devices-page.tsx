import type { Utility } from '#catalogue/index.ts';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { FileUp, Layers, PlugZap, Plus, Radio, Share2 } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useHousehold, useNameAmongSeveral, useRights } from '#shell/household/household.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { SimulatedMark } from '#shell/household/simulated-mark.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useSession } from '#shell/session/session.ts';
import { SignInPrompt } from '#shell/session/member-page.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { useChannels } from './channels.ts';
import { DeviceDialog, RemoveDeviceDialog } from './device-dialog.tsx';
import { type DeviceEntry, groupByRoom, useMeters } from './device-queries.ts';
import { DeviceRooms } from './device-rooms.tsx';
import { DevicesSkeleton } from './devices-skeleton.tsx';
import { foundEntries, type FoundEntry, FoundRow, JoinDialog } from './connect/found-devices.tsx';
import { EarlyImports } from './imports/import-history.tsx';
import { PlacesDialog } from './places-dialog.tsx';
import { QuarantineCard, UnreadCard } from './withheld-cards.tsx';
import { SchedulesDialog } from './schedules/schedules-dialog.tsx';
import { SwitchHistory } from './schedules/switch-history.tsx';
import { TokensCard } from './connect/tokens-card.tsx';

export interface DevicesPageProps {
  /** Takes what a meter shows, typed by hand. */
  TypeReading?: ComponentType<{ meters: readonly TypedMeter[] | undefined; onClose: () => void }>;
}

interface TypedMeter {
  id: number;
  name: string;
  utility: Utility;
  unit: string | null;
}

export function DevicesPage(props: DevicesPageProps) {
  const { t } = useTranslation(['devices', 'rooms', 'errors', 'copy']);
  const session = useSession();
  useDocumentTitle(t('title'));
  if (session.status === 'signed-in') return <HouseholdDevices {...props} />;
  return (
    <>
      <PageHeader title={t('title')} />
      {session.status === 'loading' ? (
        <DevicesSkeleton />
      ) : (
        <Card>
          <SignInPrompt title={t('signedOut.title')} text={t('signedOut.text')} />
        </Card>
      )}
    </>
  );
}

/** Undefined: no dialog. Null: a new device. */
type Editing = ConnectedDevice | null | undefined;

function HouseholdDevices({ TypeReading }: DevicesPageProps) {
  const { t } = useTranslation('devices');
  const household = useHousehold();
  const devices = useDevices();
  const meters = useMeters();
  const latest = useLatestUsage();
  const channels = useChannels();
  const rights = useRights();
  // Until it is known, as for most: so nothing moves.
  const mayWrite = rights.data?.mayWrite ?? rights.isPending;
  const homeName = useNameAmongSeveral();
  const [history, setHistory] = useState<DeviceEntry>();
  const [timed, setTimed] = useState<DeviceEntry>();
  const [editing, setEditing] = useState<Editing>(undefined);
  useAskedToAdd(mayWrite, () => setEditing(null));
  const [removing, setRemoving] = useState<DeviceEntry>();
  const [typing, setTyping] = useState<DeviceEntry>();
  const [isPlacing, setPlacing] = useState(false);
  const failed = [household, devices, meters].find(({ isError, data }) => isError && data === undefined);
  const groups = groupByRoom(devices.data ?? [], meters.data ?? [], latest.data?.meters ?? [], channels.data ?? []);
  const isLoading =
    devices.data === undefined || meters.data === undefined || (latest.data === undefined && latest.isLoading);
  return (
    <>
      <PageHeader
        title={t('title')}
        mark={<SimulatedMark />}
        subtitle={[homeName, devices.data === undefined ? ' ' : t('count', { count: devices.data.length })]
          .filter(Boolean)
          .join(' · ')}
      />
      {mayWrite && (
        <div className="mb-4 flex flex-wrap gap-3">
          <WaysToAdd onAdd={() => setEditing(null)} />
        </div>
      )}
      <QuarantineCard meters={latest.data?.meters ?? []} devices={devices.data ?? []} />
      {mayWrite && <EarlyImports />}
      {mayWrite && <FoundCard devices={devices.data ?? []} />}
      <UnreadCard mayDismiss={mayWrite} />
      {failed !== undefined ? (
        <Card>
          <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
        </Card>
      ) : isLoading ? (
        <DevicesSkeleton />
      ) : groups.length === 0 ? (
        <NoDevices onAdd={mayWrite ? () => setEditing(null) : undefined} />
      ) : (
        <DeviceRooms
          groups={groups}
          meters={meters.data ?? []}
          onEdit={(entry) => setEditing(entry.device)}
          onHistory={setHistory}
          onType={TypeReading && household.data?.kind === 'home' ? setTyping : undefined}
          onSchedules={setTimed}
          onRemove={setRemoving}
        />
      )}
      {/* Its place is known when the devices are; meanwhile it fetches what it will show. */}
      <div hidden={isLoading && failed === undefined}>
        {mayWrite && <TokensCard />}
        {mayWrite && latest.data !== undefined && groups.some(({ room }) => room !== '' && room !== 'whole_home') && (
          <Button
            look="quiet"
            className="mt-2 mr-2"
            icon={<Layers className="size-5" aria-hidden />}
            onClick={() => setPlacing(true)}
          >
            {t('places.open')}
          </Button>
        )}
        <Link to="/devices/elsewhere" className={buttonStyle({ look: 'quiet', className: 'mt-2' })}>
          <Share2 className="size-5" aria-hidden />
          {t('hardware.elsewhere')}
        </Link>
      </div>
      <DeviceDialog open={editing !== undefined} device={editing ?? undefined} onClose={() => setEditing(undefined)} />
      {household.data && (
        <PlacesDialog open={isPlacing} householdId={household.data.id} onClose={() => setPlacing(false)} />
      )}
      <SchedulesDialog device={timed?.device} onClose={() => setTimed(undefined)} />
      <SwitchHistory device={history?.device} onClose={() => setHistory(undefined)} />
      {TypeReading && <TypeReading meters={typing && metersToType(typing)} onClose={() => setTyping(undefined)} />}
      <RemoveDeviceDialog entry={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}

/** Registers of a device bear its name, and where it has several, their keys. */
function metersToType({ device, meters }: DeviceEntry): TypedMeter[] {
  return meters.map(({ id, key, utility, register_unit: unit }) => ({
    id,
    name: meters.length > 1 ? `${device.name} (${key})` : device.name,
    utility,
    unit,
  }));
}

function WaysToAdd({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <Button icon={<Plus className="size-5" aria-hidden />} onClick={onAdd}>
        {t('add')}
      </Button>
      <Link to="/devices/connect" className={buttonStyle({ look: 'secondary' })}>
        <PlugZap className="size-5" aria-hidden />
        {t('hardware.connect')}
      </Link>
      <Link to="/devices/import" className={buttonStyle({ look: 'secondary' })}>
        <FileUp className="size-5" aria-hidden />
        {t('hardware.import')}
      </Link>
    </>
  );
}

/** Hardware that has made itself known and waits to be added. Nothing is shown where there is none. */
function FoundCard({ devices }: { devices: readonly ConnectedDevice[] }) {
  const { t } = useTranslation('devices');
  const { data: channels = [] } = useChannels();
  const [isOpen, setIsOpen] = useState(false);
  const [joining, setJoining] = useState<FoundEntry>();
  const found = foundEntries(channels);
  const ignored = foundEntries(channels, true);
  if (found.length === 0 && ignored.length === 0) return null;
  const showIgnored = (
    <Button look="quiet" size="small" className="-ml-3" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
      {isOpen ? t('found.hideIgnored') : t('found.showIgnored', { count: ignored.length })}
    </Button>
  );
  return (
    <Card
      className="mb-4"
      title={
        <span className="flex items-center gap-3">
          <Radio className="size-5 shrink-0 text-leaf" aria-hidden />
          {found.length === 0 ? t('found.onlyIgnored') : t('found.title', { count: found.length })}
        </span>
      }
    >
      {found.length > 0 && <p className="mb-2 max-w-2xl text-small text-ink-soft">{t('found.text')}</p>}
      <ul className="-my-2">
        {found.map((entry) => (
          <FoundRow key={rowKey(entry)} entry={entry} onJoin={() => setJoining(entry)} />
        ))}
        {isOpen &&
          ignored.map((entry) => <FoundRow key={rowKey(entry)} entry={entry} onJoin={() => setJoining(entry)} />)}
      </ul>
      {ignored.length > 0 && <div className="mt-2">{showIgnored}</div>}
      <JoinDialog entry={joining} devices={devices} channels={channels} onClose={() => setJoining(undefined)} />
    </Card>
  );
}

/** A room that the hardware says later is suggested anew. */
function rowKey({ main }: FoundEntry): string {
  return `${main.id} ${main.room}`;
}

/** `onAdd`: left out for whoever may only look. */
function NoDevices({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('devices');
  return (
    <Card>
      <StatePanel
        kind="empty"
        title={t('none.title')}
        {...(onAdd !== undefined && {
          text: t('none.text'),
          actions: <Button onClick={onAdd}>{t('none.add')}</Button>,
        })}
      />
    </Card>
  );
}

/** `/devices?add` opens the form; the address is cleaned, so that going back does not open it again. */
function useAskedToAdd(mayAdd: boolean, open: () => void) {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('add');
  const opened = useEffectEvent(open);
  useEffect(() => {
    if (!isAsked || !mayAdd) return;
    opened();
    setParams({}, { replace: true });
  }, [isAsked, mayAdd, setParams]);
}
