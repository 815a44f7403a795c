import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../button.tsx';
import { dismissNotice, type Notice, noticeStore } from './notice.ts';

const shownForMs = 6000;
const hasTopLayer = 'showPopover' in HTMLElement.prototype;

/** Where notices appear. They are read out, wait while pointed at, and never cover the bottom bar or the assistant. */
export function Notices({ label, closeLabel }: { label: string; closeLabel: string }) {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read);
  const section = useRef<HTMLElement>(null);
  useEffect(() => toTheTop(section.current, notices.length > 0), [notices]);
  return (
    <section
      ref={section}
      popover={hasTopLayer ? 'manual' : undefined}
      aria-label={label}
      aria-live="polite"
      className="notices-place pointer-events-none fixed z-50 m-0 flex size-auto flex-col items-center gap-2 overflow-visible bg-transparent p-0 rail:items-end"
    >
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} closeLabel={closeLabel} />
      ))}
    </section>
  );
}

/** Above a dialog that was opened before it: what comes last into the browser's top layer is in front. */
function toTheTop(section: HTMLElement | null, hasNotices: boolean): void {
  if (section === null || !hasTopLayer) return;
  section.hidePopover();
  if (hasNotices) section.showPopover();
}

function NoticeCard({ notice, closeLabel }: { notice: Notice; closeLabel: string }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || notice.lasts === true) return;
    const timer = setTimeout(() => dismissNotice(notice.id), shownForMs);
    return () => clearTimeout(timer);
  }, [held, notice.id, notice.lasts]);

  const Icon = notice.tone === 'alert' ? TriangleAlert : CircleCheck;
  return (
    <div
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 shadow-lift"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon
        className={classNames('mt-2.5 size-5 shrink-0', notice.tone === 'alert' ? 'text-alert' : 'text-leaf')}
        aria-hidden
      />
      <div className="min-w-0 flex-1 py-2">
        <p className="font-semibold wrap-anywhere">{notice.title}</p>
        {notice.text !== undefined && <p className="text-small wrap-anywhere text-ink-soft">{notice.text}</p>}
        {notice.action !== undefined && (
          <button
            type="button"
            className="-mb-1 min-h-11 font-semibold text-leaf underline underline-offset-2"
            onClick={() => {
              dismissNotice(notice.id);
              notice.action?.onSelect();
            }}
          >
            {notice.action.label}
          </button>
        )}
      </div>
      <IconButton
        label={closeLabel}
        icon={<X className="size-4" aria-hidden />}
        onClick={() => dismissNotice(notice.id)}
      />
    </div>
  );
}
