import { type ReactNode, useEffect, useRef, useState } from 'react';

/** What is too wide scrolls sideways by itself; reachable by keyboard then, and no stop on the way otherwise. */
export function ScrollFrame({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const node = frame.current;
    if (node === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setIsWider(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const reachable = isWider ? ({ tabIndex: 0, role: 'group', 'aria-label': label } as const) : {};
  return (
    <div ref={frame} className={`overflow-x-auto ${className}`} {...reachable}>
      {children}
    </div>
  );
}
