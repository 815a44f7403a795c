import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  className?: string;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it traps focus, closes on Escape and gives focus back. A sheet from below on phones.
 * The focus begins where `data-first-focus` stands, else at the close button.
 */
export function Dialog({ open, onClose, title, description, closeLabel, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape closes it already; the click is for its backdrop
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      className={classNames(
        'm-auto max-h-[92dvh] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-card border border-line bg-card p-0 text-ink shadow-lift backdrop:bg-ink/40 open:animate-rise',
        'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none',
        className,
      )}
      // A dialog that was opened from within this one says that it closes here too: React lets the event rise.
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {open && (
        <div className="p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:p-7">
          <div className="mb-5 flex items-start justify-between gap-3">
            <div>
              <h2 id={`${id}-title`} className="text-[1.375rem] leading-tight font-[650]">
                {title}
              </h2>
              {description !== undefined && (
                <p id={`${id}-description`} className="mt-1.5 text-ink-soft">
                  {description}
                </p>
              )}
            </div>
            <IconButton
              label={closeLabel}
              icon={<X className="size-5" aria-hidden />}
              className="-mt-2 -mr-2"
              onClick={() => ref.current?.close()}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
