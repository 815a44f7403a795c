import { exportAccount } from '../contract/account.ts';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { fetchService } from '#shell/data/service.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Progress, saveFile } from '#shell/ui/file-transfer.tsx';

/** Everything of one's own as a file. Its size is not known before its end, so the progress tells what has come. */
export function ExportCard() {
  const { t } = useTranslation(['account', 'errors']);
  const { bytes: bytesText } = useFormat();
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);

  const start = async () => {
    running.current = new AbortController();
    const { signal } = running.current;
    setBytes(0);
    try {
      const answer = await fetchService(exportAccount, { signal });
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      for await (const part of answer.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
        parts.push(part);
        size += part.length;
        setBytes(size);
      }
      saveFile(new Blob(parts, { type: 'application/zip' }), fileNameOf(answer));
      notify(t('export.done'));
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : 'network';
      if (!signal.aborted) notify(t('export.failed'), t(`errors:${code}`), 'alert');
    } finally {
      setBytes(undefined);
    }
  };

  return (
    <Card title={t('export.title')} id="export">
      <p className="mb-4 text-ink-soft">{t('export.text')}</p>
      {bytes === undefined ? (
        <Button look="secondary" icon={<Download className="size-5" aria-hidden />} onClick={() => void start()}>
          {t('export.start')}
        </Button>
      ) : (
        <div className="space-y-3">
          <Progress label={t('export.running')} text={t('export.soFar', { size: bytesText(bytes) })} />
          <Button look="secondary" onClick={() => running.current?.abort()}>
            {t('export.stop')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function fileNameOf(answer: Response): string {
  return /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'wattershed.zip';
}
