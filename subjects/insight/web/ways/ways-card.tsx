/** How a person is told of notices: on this device, by which other ways, of what, and when not. */
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { useRights } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { Switch } from '#shell/ui/switch.tsx';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import { useAddress } from '#shell/session/confirm-address.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import type { SessionUser } from '#shell/session/session.ts';
import { useSession } from '#shell/session/session.ts';
import { TextField } from '#shell/ui/field.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { NotPermittedError, usePushDevice, useTurnPush, wayHere } from './push-device.ts';
import {
  type Quiet,
  useChooseWeek,
  useOffered,
  useQuietHours,
  useSaveQuietHours,
  useWays,
  useWeekMail,
  useWishes,
  type Way,
} from './way-queries.ts';
import { WayList } from './way-list.tsx';
import { WishTable } from './wish-table.tsx';

export default function WaysCard() {
  const { t } = useTranslation('notice-ways');
  const session = useSession();
  const arrival = useArrivalRef<HTMLDivElement>('notifications');
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <div ref={arrival} id="notifications" tabIndex={-1} className="outline-none">
      <Card title={t('title')}>
        {user.isGuest ? (
          <p className="text-ink-soft">{t('guest')}</p>
        ) : (
          <>
            <p className="text-ink-soft">{t('text')}</p>
            {user.email !== '' && <MailText user={user} />}
            <Ways />
          </>
        )}
      </Card>
    </div>
  );
}

function MailText({ user: { email } }: { user: SessionUser }) {
  const { t } = useTranslation('notice-ways');
  const isProved = useAddress()?.isProved !== false;
  return <p className="mt-1 text-ink-soft">{t(isProved ? 'mailTo' : 'unproved', { email })}</p>;
}

function Ways() {
  const ways = useWays();
  const wishes = useWishes();
  const quiet = useQuietHours();
  const offered = useOffered();
  const device = usePushDevice();
  const failed = [ways, wishes, quiet, offered].find(({ data, isError }) => isError && data === undefined);
  if (failed !== undefined) return <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (ways.data === undefined || wishes.data === undefined || quiet.data === undefined || offered.data === undefined)
    return <Skeleton className="mt-4 h-72" />;
  const here = wayHere(ways.data, device.data);
  return (
    <div className="mt-4 space-y-6">
      <DeviceSwitch here={here} device={device.data} pushKey={offered.data.pushKey} />
      <WayList ways={ways.data} here={here} mayAdd={offered.data.addresses} />
      <WishTable ways={ways.data} wishes={wishes.data} />
      <WeekSwitch />
      <QuietHoursForm kept={quiet.data} />
    </div>
  );
}

/** The mail of a week: where nobody has chosen, owners and members get it. */
function WeekSwitch() {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const chosen = useWeekMail().data;
  const byRole = useRights().data?.mayWrite ?? true;
  const choose = useChooseWeek();
  return (
    <div className="flex items-center gap-4 border-y border-line py-3">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{t('week.title')}</h3>
        <p className="text-small text-ink-soft">{t('week.text')}</p>
      </div>
      <Switch
        label={t('week.label')}
        checked={chosen ?? byRole}
        disabled={!online}
        onChange={(checked) =>
          choose.mutate(checked, { onError: (error) => notify(t('week.failed'), words.ofThrown(error), 'alert') })
        }
      />
    </div>
  );
}

interface DeviceSwitchProps {
  here: Way | undefined;
  device: ReturnType<typeof usePushDevice>['data'];
  /** Null: whoever runs the service has switched it off. */
  pushKey: string | null;
}

/** The browser asks its person only when they press. */
function DeviceSwitch({ here, device, pushKey }: DeviceSwitchProps) {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const turn = useTurnPush();
  if (device === undefined) return <Skeleton className="h-14" />;
  const hindrance = pushKey === null ? 'operator' : device.state === 'ready' ? null : device.state;
  const press = () =>
    turn.mutate(
      { here, pushKey: pushKey ?? '' },
      {
        onSuccess: () => notify(t(here === undefined ? 'device.turnedOn' : 'device.turnedOff')),
        onError: (error) => {
          const reason = error instanceof NotPermittedError ? t('device.asked') : words.ofThrown(error);
          notify(t('device.failed'), reason, 'alert');
        },
      },
    );
  const state = here === undefined ? 'off' : 'on';
  return (
    <div className="flex items-center gap-4 border-y border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t('device.title')}</p>
        <p className="text-small text-ink-soft">{t(`device.${hindrance ?? state}`)}</p>
      </div>
      {(hindrance === null || here !== undefined) && (
        <Switch
          label={t('device.label')}
          checked={here !== undefined}
          disabled={!online}
          pending={turn.isPending}
          onChange={press}
        />
      )}
    </div>
  );
}

const usual: Quiet = { starts: '22:00', ends: '07:00' };

/** Saved as they are chosen. */
function QuietHoursForm({ kept }: { kept: Quiet | null }) {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const save = useSaveQuietHours();
  const keep = (quiet: Quiet | null) =>
    save.mutate(quiet, {
      onError: (error) => notify(t('wishes.saveFailed'), words.ofThrown(error), 'alert'),
    });
  const ends = ['starts', 'ends'] as const;
  return (
    <section>
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t('quiet.title')}</h3>
          <p className="text-small text-ink-soft">{t('quiet.text')}</p>
        </div>
        <Switch
          label={t('quiet.label')}
          checked={kept !== null}
          disabled={!online}
          onChange={(checked) => keep(checked ? usual : null)}
        />
      </div>
      {kept !== null && (
        <div className="mt-3 flex flex-wrap gap-4">
          {ends.map((end) => (
            <TextField
              key={`${end} ${kept[end]}`}
              label={t(end === 'starts' ? 'quiet.from' : 'quiet.until')}
              type="time"
              required
              disabled={!online}
              defaultValue={kept[end].slice(0, 5)}
              onBlur={({ target: { value } }) => {
                const other = kept[end === 'starts' ? 'ends' : 'starts'].slice(0, 5);
                if (value !== '' && value !== other && value !== kept[end].slice(0, 5)) keep({ ...kept, [end]: value });
              }}
            />
          ))}
        </div>
      )}
    </section>
  );
}
