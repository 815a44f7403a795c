import { Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#shell/ui/class-names.ts';
import type { PaperField, PaperPlace } from '../../contract/paper-bill.ts';
import type { PaperOfForm } from './utility-bill-paper.ts';

interface PaperMarkProps {
  paper: PaperOfForm | undefined;
  /** What the field of the form is on the paper. */
  of: PaperField;
  /** Whether what was read still stands in the field. */
  isAsRead: boolean;
}

/** Under a field: that it was read from the paper, or could not be; and, at a press, a picture of its place. */
export function PaperMark({ paper, of, isAsRead }: PaperMarkProps) {
  const { t } = useTranslation('utility-bills');
  const bill = paper?.read?.bill;
  if (paper === undefined || bill === undefined) return null;
  const unread = bill.unreadable.find(({ field }) => field === of);
  const read = bill.places[of];
  if (read === undefined && unread === undefined) return null;
  const isRead = read !== undefined;
  return (
    <div className="mt-1.5 text-small" data-paper-field={of}>
      <p className={isRead ? 'text-ink-soft' : 'font-semibold'}>
        {t(isRead ? (isAsRead ? 'paper.isRead' : 'paper.isChanged') : 'paper.isUnread')}
      </p>
      <PaperPicture file={paper.file} place={read ?? unread?.place ?? null} name={t(`paper.field.${of}`)} />
    </div>
  );
}

interface PaperPictureProps {
  file: File;
  /** Null: nobody knows, the first page is shown. */
  place: PaperPlace | null;
  /** Of what stands there. */
  name: string;
}

/** A button, and the picture that it asks for. */
export function PaperPicture({ file, place, name }: PaperPictureProps) {
  const { t } = useTranslation('utility-bills');
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        className="flex min-h-11 items-center gap-1.5 rounded-control text-small font-semibold text-leaf"
        onClick={() => setIsShown(!isShown)}
      >
        <Eye className="size-4 shrink-0" aria-hidden />
        {t(isShown ? 'paper.hide' : place === null ? 'paper.showPage' : 'paper.show')}
        <span className="sr-only">: {name}</span>
      </button>
      {isShown && <DrawnPlace file={file} place={place} name={name} />}
    </>
  );
}

function DrawnPlace({ file, place, name }: PaperPictureProps) {
  const { t } = useTranslation('utility-bills');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { drawPlace } = await import('./draw-paper.ts');
      if (isWanted && canvas.current) await drawPlace(file, place, canvas.current, canvas.current.clientWidth || 320);
    };
    draw().then(
      () => isWanted && setState('drawn'),
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [file, place]);
  if (state === 'failed') return <p role="alert">{t('paper.pictureFailed')}</p>;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('paper.picture', { field: name })}
      aria-busy={state === 'drawing'}
      data-drawn={state === 'drawn' || undefined}
      className={classNames(
        'block w-full rounded-control border border-line bg-white',
        state === 'drawing' && 'animate-breathe',
      )}
    />
  );
}
