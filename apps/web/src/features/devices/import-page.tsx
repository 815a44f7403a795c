import { useMutation } from '@tanstack/react-query';
import type { ImportOptions, ImportPreview } from '@wattershed/contracts';
import type { ImportRow } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { useHousehold } from '../../platform/household.ts';
import { useSession } from '../../platform/session.ts';
import { SignInPrompt } from '../../platform/sign-in-prompt.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DevicesSkeleton } from './devices-skeleton.tsx';
import { useFailureWords } from '../../platform/failure-words.ts';
import { FileChoice } from './file-choice.tsx';
import { fileErrorOf, previewImport, startImport } from './import-api.ts';
import { ImportForm } from './import-form.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.tsx';

export function ImportPage() {
  const { t } = useTranslation(['devices', 'rooms', 'errors']);
  const session = useSession();
  useDocumentTitle(t('import.title'));
  return (
    <>
      <Link
        to="/devices"
        className="inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {t('back')}
      </Link>
      <PageHeader title={t('import.title')} subtitle={t('import.subtitle')} />
      {session.status === 'loading' && <DevicesSkeleton />}
      {session.status === 'signed-out' && (
        <Card>
          <SignInPrompt title={t('signedOut.title')} text={t('signedOut.text')} />
        </Card>
      )}
      {session.status === 'signed-in' && <ImportSteps />}
    </>
  );
}

function ImportSteps() {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const householdId = useHousehold().data?.id;
  const preview = useMutation({ mutationFn: (file: File) => previewImport(file, householdId) });
  const start = useMutation({
    mutationFn: ({ fileId, options }: { fileId: string; options: ImportOptions }) => startImport(fileId, options),
  });
  const [fileName, setFileName] = useState('');
  const reset = () => {
    preview.reset();
    start.reset();
  };
  const choose = (file: File) => {
    setFileName(file.name);
    preview.mutate(file);
  };
  const [undoing, setUndoing] = useState<ImportRow>();
  if (undoing !== undefined) {
    return <ImportProgress id={undoing.id} fileName={undoing.file_name} onAgain={() => setUndoing(undefined)} />;
  }
  if (start.data !== undefined) return <ImportProgress id={start.data.id} fileName={fileName} onAgain={reset} />;
  if (preview.data !== undefined) {
    const seen: ImportPreview = preview.data;
    return (
      <ImportForm
        preview={seen}
        fileName={fileName}
        isStarting={start.isPending}
        failure={start.isError ? words.ofService(start.error) : undefined}
        onStart={(options) => start.mutate({ fileId: seen.fileId, options })}
        onCancel={reset}
      />
    );
  }
  const fileError = fileErrorOf(preview.error);
  const failure =
    fileError !== undefined
      ? t(`import.error.${fileError}`)
      : preview.isError
        ? words.ofService(preview.error)
        : undefined;
  return (
    <>
      <FileChoice isReading={preview.isPending} fileName={fileName} failure={failure} onChoose={choose} />
      <ImportHistory onUndo={setUndoing} />
    </>
  );
}
