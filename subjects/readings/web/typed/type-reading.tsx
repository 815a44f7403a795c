import { lazy, Suspense } from 'react';
import { orReload } from '#shell/data/reload-after-update.ts';
import type { TypedMeter } from './meter-choice.tsx';

const Dialog = lazy(orReload(() => import('./typed-reading-dialog.tsx')));

export interface TypeReadingProps {
  /** Undefined: closed. None: of a meter that comes with its first reading. */
  meters: readonly TypedMeter[] | undefined;
  onClose: () => void;
}

/** The dialog in which a reading is typed; it comes when it is asked for. */
export function TypeReading({ meters, onClose }: TypeReadingProps) {
  if (meters === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Dialog meters={meters} onClose={onClose} />
    </Suspense>
  );
}
