import { type ReactNode, useId } from 'react';

/** A part of Home that the address can name. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: ReactNode;
  text?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-4 gap-x-12 border-t border-line py-14 xl:grid xl:grid-cols-[19rem_1fr]"
    >
      <div>
        <h2 id={heading} className="text-head">
          {title}
        </h2>
        {text !== undefined && <p className="mt-2 max-w-[42em] text-ink-soft">{text}</p>}
      </div>
      <div className="mt-7 min-w-0 xl:mt-1">{children}</div>
    </section>
  );
}
