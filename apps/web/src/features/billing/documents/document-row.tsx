import { Download, FileImage, FileSpreadsheet, FileText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { BillDocument } from './documents-api.ts';

export interface DocumentRowProps {
  document: BillDocument;
  isFetching: boolean;
  onFetch: () => void;
  /** Left out for those who may only read. */
  onDelete: (() => void) | undefined;
}

export function DocumentRow({ document, isFetching, onFetch, onDelete }: DocumentRowProps) {
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
