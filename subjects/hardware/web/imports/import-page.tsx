import { useMutation } from '@tanstack/react-query';
import type { ImportOptions, ImportPreview } from '#subjects/readings/contract/imports.ts';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useHousehold } from '#shell/household/household.ts';
import type { Household } from '#shell/household/memberships.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { FileArea, Progress } from '#shell/ui/file-transfer.tsx';
import { DevicesSkeleton } from '../devices-skeleton.tsx';
import { askPreview, askWatchedPreview, beginImport, fileErrorOf, type PastImport } from './import-api.ts';
import { ImportForm } from './import-form.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-report.tsx';
import { WatchedCard } from './watched-card.tsx';

export function ImportPage() {
  const { t } = useTranslation(['devices', 'rooms', 'errors']);
  return (
    <MemberPage
      title={t('import.title')}
      subtitle={t('import.subtitle')}
      back={{ to: '/devices', label: t('back') }}
      signedOut={{ title: t('import.signedOut.title'), text: t('import.signedOut.text') }}
      skeleton={<DevicesSkeleton />}
    >
      <HouseholdImport />
    </MemberPage>
  );
}

/** A file goes to the household that is shown, and is read by its clock: it waits until both are known. */
function HouseholdImport() {
  const { data: household, error, refetch } = useHousehold();
  if (household) return <ImportSteps household={household} />;
  if (error === null) return <DevicesSkeleton />;
  return (
    <Card>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </Card>
  );
}

function ImportSteps({ household }: { household: Household }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const preview = useMutation({ mutationFn: (ask: () => Promise<ImportPreview>) => ask() });
  const start = useMutation({
    mutationFn: ({ fileId, options }: { fileId: string; options: ImportOptions }) => beginImport(fileId, options),
  });
  const [fileName, setFileName] = useState('');
  const reset = () => {
    preview.reset();
    start.reset();
  };
  const look = (name: string, ask: () => Promise<ImportPreview>) => {
    setFileName(name);
    preview.mutate(ask);
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
        household={household}
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
      <FileChoice
        isReading={preview.isPending}
        fileName={fileName}
        failure={failure}
        onChoose={(file) => look(file.name, () => askPreview(file, household.id))}
      />
      <WatchedCard household={household} onLook={(file) => look(file.name, () => askWatchedPreview(file))} />
      <ImportHistory onUndo={setUndoing} />
    </>
  );
}

interface FileChoiceProps {
  isReading: boolean;
  fileName: string;
  failure: string | undefined;
  onChoose: (file: File) => void;
}

function FileChoice({ isReading, fileName, failure, onChoose }: FileChoiceProps) {
  const { t } = useTranslation('devices');
  const id = useId();
  return (
    <Card>
      <FileArea
        id={id}
        isBusy={isReading}
        className="min-h-56 flex-col justify-center gap-2 px-6 py-8 text-center"
        accept=".csv,.tsv,.txt,.gz,.xml,text/csv,text/xml,application/xml"
        onFiles={([file]) => file && onChoose(file)}
      >
        <FileUp className="size-8 text-leaf" aria-hidden />
        <span className="text-[1.1875rem] font-semibold">{t('import.choose')}</span>
        <span className="max-w-md text-ink-soft">{t('import.chooseText')}</span>
      </FileArea>
      <div className="mt-4 min-h-10">
        {isReading && <Progress label={t('import.reading', { name: fileName })} />}
        {failure !== undefined && (
          <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
            {fileName}: {failure}
          </p>
        )}
      </div>
      <details className="mt-2">
        <summary className="min-h-11 content-center font-semibold">{t('import.formats')}</summary>
        <div className="grid gap-4 pt-2 lg:grid-cols-2">
          <FormatExample title={t('import.long')} text={longExample} />
          <FormatExample title={t('import.wide')} text={wideExample} />
          <FormatExample title={t('import.greenButton')} text={greenButtonExample} />
        </div>
      </details>
    </Card>
  );
}

const longExample = 'time,meter,value\n2026-11-01 00:15,kitchen,0.042\n2026-11-01 00:30,kitchen,0.038';
const wideExample = 'time,kitchen kWh,bathroom L\n2026-11-01 00:15,0.042,0\n2026-11-01 00:30,0.038,12.5';

const greenButtonExample = '<feed xmlns="http://www.w3.org/2005/Atom">\n  … <IntervalReading> … <value>450</value>';

function FormatExample({ title, text }: { title: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-small text-ink-soft">{title}</figcaption>
      <pre className="overflow-x-auto rounded-control border border-line bg-paper p-3 text-small">{text}</pre>
    </figure>
  );
}
