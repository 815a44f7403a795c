import { useMutation } from '@tanstack/react-query';
import type { ImportOptions, ImportPreview } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHousehold } from '../../platform/household.ts';
import { MemberPage } from '../../platform/member-page.tsx';
import { DevicesSkeleton } from './devices-skeleton.tsx';
import { useFailureWords } from '../../platform/failure-words.ts';
import { FileChoice } from './file-choice.tsx';
import { fileErrorOf, type PastImport, askPreview, beginImport } from './import-api.ts';
import { ImportForm } from './import-form.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.tsx';

export function ImportPage() {
  const { t } = useTranslation(['devices', 'rooms', 'errors']);
  return (
    <MemberPage
      title={t('import.title')}
      subtitle={t('import.subtitle')}
      back={{ to: '/devices', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<DevicesSkeleton />}
    >
      <ImportSteps />
    </MemberPage>
  );
}

function ImportSteps() {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const householdId = useHousehold().data?.id;
  const preview = useMutation({ mutationFn: (file: File) => askPreview(file, householdId) });
  const start = useMutation({
    mutationFn: ({ fileId, options }: { fileId: string; options: ImportOptions }) => beginImport(fileId, options),
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
  const [undoing, setUndoing] = useState<PastImport>();
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
