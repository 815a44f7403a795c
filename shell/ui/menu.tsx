import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Marks one of several choices, e.g. the language shown. */
  checked?: boolean;
  lang?: string;
  /** The last of a group: a line stands below it. */
  endsGroup?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  heading?: ReactNode;
  className?: string;
  align?: 'start' | 'end';
  onOpen?: () => void;
}

/** A button that opens a list of choices: arrows, Home, End and Escape as people expect of a menu. */
export function Menu({ label, trigger, items, heading, className, align = 'end', onOpen }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const list = menuItems(root.current);
    (list.find((item) => item.ariaChecked === 'true') ?? list[0])?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') return close();
    if (event.key === 'Tab') return setOpen(false);
    const target = neighbour(menuItems(root.current), event.key);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        className={classNames(
          'inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-card px-3.5 font-semibold transition-colors duration-150 hover:border-ink-soft/50',
          className,
        )}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {trigger}
      </button>
      {open && (
        <div
          className={classNames(
            'absolute top-full z-40 mt-2 min-w-52 animate-rise rounded-card border border-line bg-card p-2 shadow-lift',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {heading}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <MenuRow key={item.key} item={item} onChoose={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function MenuRow({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const row = <MenuButton item={item} onChoose={onChoose} />;
  return item.endsGroup === true ? <div className="mb-2 border-b border-line pb-2">{row}</div> : row;
}

function MenuButton({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  return (
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.checked}
      tabIndex={-1}
      lang={item.lang}
      className={classNames(
        'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left hover:bg-leaf-soft focus-visible:bg-leaf-soft',
        item.checked === true && 'font-semibold text-leaf',
      )}
      onClick={() => {
        onChoose();
        item.onSelect();
      }}
    >
      {item.icon}
      {item.label}
    </button>
  );
}

function menuItems(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function neighbour(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  return undefined;
}
