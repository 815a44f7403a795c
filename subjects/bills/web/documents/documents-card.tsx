import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Household } from '#supabase/tables/index.ts';
import { Download, FileImage, FileSpreadsheet, FileText, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { type Rights, useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Progress, saveFile } from '#shell/ui/file-transfer.tsx';
import { useUserId } from '#shell/session/session.ts';
import { Button, IconButton, Spinner } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import {
  type BillDocument,
  deleteDocument,
  DocumentDrop,
  documentsQuery,
  failureOf,
  fetchDocument,
  roomOf,
  useDocumentLabels,
  useDocumentUpload,
} from './kept-documents.tsx';

/** The papers that belong to the household's bills: kept, given back, deleted. Nothing for a visitor. */
export function DocumentsCard() {
  const { t } = useTranslation('documents');
  const userId = useUserId();
  const household = useHousehold();
  const documents = useQuery({ ...documentsQuery(household.data?.id), enabled: Boolean(household.data) });
  const rights = useRights();
  if (userId === undefined) return null;
  const parts = [household, documents];
  const failed = parts.find(({ isError, data }) => isError && data === undefined);
  const retry = () => {
    for (const part of parts) if (part.isError) void part.refetch();
  };
  return (
    <Card title={t('title')} id="documents">
      <p className="mb-4 max-w-2xl text-ink-soft">{t('text')}</p>
      {failed !== undefined ? (
        <LoadFailure error={failed.error} onRetry={retry} />
      ) : !household.data || documents.data === undefined || !rights.data ? (
        <DocumentsSkeleton />
      ) : (
        <Documents household={household.data} documents={documents.data} rights={rights.data} />
      )}
    </Card>
  );
}

function DocumentsSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-25 rounded-card" />
      <Skeleton className="h-14" />
    </div>
  );
}

interface DocumentsProps {
  household: Household;
  documents: BillDocument[];
  rights: Rights;
}

const shownFirst = 12;

function Documents({ household, documents, rights: { mayWrite, mayDelete } }: DocumentsProps) {
  const { t } = useTranslation('documents');
  const words = useDocumentLabels();
  const { number } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const wasDeleted = useRef(false);
  const [isAll, setIsAll] = useState(false);
  const [fetching, setFetching] = useState<string>();
  const [deleting, setDeleting] = useState<BillDocument>();
  const upload = useDocumentUpload(household, (names) =>
    notify(
      t('added', { count: names.length, formatted: number(names.length) }),
      names.length === 1 ? names[0] : undefined,
    ),
  );
  // The button that opened the dialog is gone with its row: the focus goes on to the next thing to do.
  useEffect(() => {
    if (deleting === undefined && wasDeleted.current) input.current?.focus();
    wasDeleted.current = false;
  }, [deleting]);
  const used = documents.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = isAll ? documents : documents.slice(0, shownFirst);

  const download = async (document: BillDocument) => {
    setFetching(document.key);
    try {
      saveFile(await fetchDocument(document), document.name);
    } catch (error) {
      notify(t('downloadFailed', { name: document.name }), words(failureOf(error)), 'alert');
    } finally {
      setFetching(undefined);
    }
  };

  return (
    <>
      {mayWrite ? (
        <DocumentDrop
          used={used}
          room={roomOf(household)}
          isPending={upload.running !== undefined}
          inputRef={input}
          onFiles={(files) => void upload.send(files)}
        />
      ) : (
        <p className="rounded-control bg-paper px-3 py-2 text-ink-soft">{t('readOnly')}</p>
      )}
      {upload.running !== undefined && (
        <div className="mt-4">
          <Progress
            label={t('sending', { name: upload.running.name })}
            {...(upload.running.count > 1 && {
              text: t('sendingOf', { index: number(upload.running.index), count: number(upload.running.count) }),
            })}
          />
        </div>
      )}
      {upload.refused.length > 0 && (
        <div role="alert" className="mt-4 rounded-control bg-alert-soft px-3 py-2 text-alert">
          <ul className="space-y-1">
            {upload.refused.map(({ name, failure }) => (
              <li key={name} className="wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>: {words(failure)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {documents.length === 0 ? (
        <p className="py-4 text-ink-soft">{t('none')}</p>
      ) : (
        <ul aria-label={t('list')} className="mt-2">
          {shown.map((document) => (
            <DocumentRow
              key={document.key}
              document={document}
              isFetching={fetching === document.key}
              onFetch={() => void download(document)}
              onDelete={mayDelete ? () => setDeleting(document) : undefined}
            />
          ))}
        </ul>
      )}
      {shown.length < documents.length && (
        <Button look="quiet" onClick={() => setIsAll(true)}>
          {t('showAll', { count: documents.length, formatted: number(documents.length) })}
        </Button>
      )}
      <DeleteDocument
        document={deleting}
        householdId={household.id}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => (wasDeleted.current = true)}
      />
    </>
  );
}

interface DocumentRowProps {
  document: BillDocument;
  isFetching: boolean;
  onFetch: () => void;
  /** Left out for those who may only read. */
  onDelete: (() => void) | undefined;
}

function DocumentRow({ document, isFetching, onFetch, onDelete }: DocumentRowProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { name, bytes, type, addedAt } = document;
  const Icon = type.startsWith('image/') ? FileImage : type === 'text/csv' ? FileSpreadsheet : FileText;
  const date = format.date(Date.parse(addedAt), { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0" data-document={name}>
      <Icon className="hidden size-6 shrink-0 text-ink-soft min-[26rem]:block" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="figures text-small text-ink-soft">
          {format.bytes(bytes)} · <time dateTime={addedAt}>{date}</time>
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={t('download', { name })}
          icon={isFetching ? <Spinner /> : <Download className="size-5" aria-hidden />}
          aria-busy={isFetching || undefined}
          onClick={() => !isFetching && onFetch()}
        />
        {onDelete !== undefined && (
          <IconButton
            label={t('delete', { name })}
            icon={<Trash2 className="size-5" aria-hidden />}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
}

interface DeleteDocumentProps {
  document: BillDocument | undefined;
  householdId: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDocument({ document, householdId, onClose, onDeleted }: DeleteDocumentProps) {
  const { t } = useTranslation('documents');
  const words = useDocumentLabels();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: deleteDocument,
    onSuccess: async (_, { name }) => {
      await queryClient.invalidateQueries({ queryKey: documentsQuery(householdId).queryKey });
      notify(t('deleted'), name);
      onDeleted();
      onClose();
    },
    onError: (error, { name }) => notify(t('deleteFailed', { name }), words(failureOf(error)), 'alert'),
  });
  return (
    <ConfirmDialog
      open={document !== undefined}
      title={t('deleteTitle')}
      confirmLabel={t('deleteConfirm')}
      isPending={removal.isPending}
      onConfirm={() => document !== undefined && removal.mutate(document)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{document?.name}</bdi>
      </p>
      <p className="mt-2">{t('deleteText')}</p>
    </ConfirmDialog>
  );
}
