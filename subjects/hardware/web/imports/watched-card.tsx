/** A folder on the server whose files are imported by themselves: the switch for it, how it goes, and the files that wait for a person. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat, useRights } from '#shell/household/household.ts';
import type { Household } from '#shell/household/memberships.ts';
import { useNow } from '#shell/parts/clock.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import type { FileErrorCode } from '#subjects/readings/contract/imports.ts';
import { readWatchedFolder, type WatchedReason, watchFolder } from '#subjects/readings/contract/watched.ts';
import type { WatchedFile, WatchedFolder } from '#supabase/tables/index.ts';

const watchedKey = 'watched';
/** As often as the service looks. */
const lookEveryMs = 20_000;
const shownFiles = 20;

interface Watched {
  readonly folder: WatchedFolder | undefined;
  /** Those that are not imported, the latest first. */
  readonly files: readonly WatchedFile[];
}

function useWatched(householdId: string, isOffered: boolean) {
  return useQuery({
    enabled: isOffered,
    queryKey: [watchedKey, householdId],
    queryFn: async (): Promise<Watched> => {
      const [[folder], files] = await Promise.all([
        askTables<WatchedFolder[]>((tables) =>
          tables.from('watched_folders').select('*').eq('household_id', householdId),
        ),
        askTables<WatchedFile[]>((tables) =>
          tables
            .from('watched_files')
            .select('*')
            .eq('household_id', householdId)
            .in('state', ['waiting', 'unreadable'])
            .order('seen_at', { ascending: false })
            .limit(shownFiles),
        ),
      ]);
      return { folder, files };
    },
    refetchInterval: ({ state }) => (state.data?.folder === undefined ? false : lookEveryMs),
  });
}

interface WatchedCardProps {
  household: Household;
  onLook: (file: WatchedFile) => void;
}

export function WatchedCard({ household, onLook }: WatchedCardProps) {
  const { t } = useTranslation('devices');
  const mayWrite = useRights().data?.mayWrite === true;
  const { data: offer } = useQuery({
    queryKey: ['watched-folder'],
    queryFn: () => callService(readWatchedFolder),
    staleTime: 5 * 60_000,
  });
  const { data: watched } = useWatched(household.id, offer?.isOffered === true);
  if (household.kind !== 'home' || !mayWrite || offer?.isOffered !== true || watched === undefined) return null;
  return (
    <Card title={t('import.folder.title')} className="mt-4">
      <p className="max-w-2xl text-ink-soft">{t('import.folder.text')}</p>
      {watched.folder && <FolderState folder={watched.folder} />}
      <FolderSwitch household={household} folder={watched.folder} />
      {watched.files.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">{t('import.folder.waiting')}</h3>
          <ul className="mt-2 border-t border-line">
            {watched.files.map((file) => (
              <WaitingFile key={file.fingerprint} file={file} onLook={onLook} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function FolderState({ folder: { path, fault, looked_at: lookedAt } }: { folder: WatchedFolder }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useNow(10_000);
  return (
    <div className="mt-4" role="status">
      <code className="block rounded-[6px] border border-line bg-paper px-3 py-2 text-small break-all">{path}</code>
      <p className={fault === null ? 'mt-1.5 text-small text-ink-soft' : 'mt-1.5 text-alert'}>
        {fault !== null
          ? t(`import.folder.fault.${fault}`)
          : lookedAt === null
            ? t('import.folder.soon')
            : t('import.folder.looked', { ago: format.ago(Date.parse(lookedAt), now) })}
      </p>
    </div>
  );
}

function FolderSwitch({ household: { id }, folder }: { household: Household; folder: WatchedFolder | undefined }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) await callService(watchFolder, { body: { household: id } });
      else await askTables((tables) => tables.from('watched_folders').delete().eq('household_id', id));
    },
    onError: (error) => notify(t('import.folder.failed'), words.ofThrown(error), 'alert'),
    onSettled: () => {
      setEnding(false);
      return queryClient.invalidateQueries({ queryKey: [watchedKey] });
    },
  });
  const mustSetUp = folder === undefined || folder.fault !== null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {mustSetUp && (
        <Button look="secondary" pending={change.isPending} onClick={() => change.mutate(true)}>
          {t(folder === undefined ? 'import.folder.on' : 'import.folder.again')}
        </Button>
      )}
      {folder !== undefined && (
        <Button look="secondary" onClick={() => setEnding(true)}>
          {t('import.folder.off')}
        </Button>
      )}
      <ConfirmDialog
        open={isEnding}
        title={t('import.folder.offTitle')}
        confirmLabel={t('import.folder.off')}
        isPending={change.isPending}
        onConfirm={() => change.mutate(false)}
        onClose={() => setEnding(false)}
      >
        <p>{t('import.folder.offText')}</p>
      </ConfirmDialog>
    </div>
  );
}

function WaitingFile({ file, onLook }: { file: WatchedFile; onLook: (file: WatchedFile) => void }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const format = useFormat();
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: () =>
      askTables((tables) =>
        tables
          .from('watched_files')
          .update({ state: 'left' })
          .eq('household_id', file.household_id)
          .eq('fingerprint', file.fingerprint),
      ),
    onError: (error) => notify(t('import.folder.failed'), words.ofThrown(error), 'alert'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [watchedKey] }),
  });
  const isWaiting = file.state === 'waiting';
  const reason =
    isWaiting || file.reason === 'other-kind'
      ? t(`import.folder.reason.${file.reason as WatchedReason | 'other-kind'}`)
      : t(`import.error.${file.reason as FileErrorCode}`);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(file.seen_at))} · {reason}
        </p>
      </div>
      <div className="flex gap-2">
        {isWaiting && (
          <Button size="small" look="secondary" onClick={() => onLook(file)}>
            {t('import.folder.look')}
            <span className="sr-only">: {file.name}</span>
          </Button>
        )}
        <Button size="small" look="quiet" pending={leave.isPending} onClick={() => leave.mutate()}>
          {t('import.folder.leave')}
          <span className="sr-only">: {file.name}</span>
        </Button>
      </div>
    </li>
  );
}
