import { Link } from 'react-router';
import { utilities } from '#catalogue/index.ts';
import { classNames } from '#shell/ui/class-names.ts';
import type { ReportLine } from '../../domain/report/report-lines.ts';

const stripeOf = ({ utility }: ReportLine): string => (utility === null ? 'bg-leaf' : utilities[utility].look.fill);

/** Each with its figure; its title leads to the page that shows it. */
export function ReportLines({ lines }: { lines: readonly ReportLine[] }) {
  return (
    <ul className="mt-6 grid gap-4">
      {lines.map((line) => (
        <li key={line.kind + line.utility} className="flex gap-3.5" data-report-line={line.utility ?? line.kind}>
          <span aria-hidden className={classNames('w-1.5 shrink-0 rounded-full', stripeOf(line))} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={line.href}
                className="relative font-semibold wrap-anywhere underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:underline"
              >
                {line.title}
              </Link>
              <span className="figures text-[1.25rem] leading-tight font-[650]">{line.figure}</span>
            </div>
            {line.text !== '' && <p className="figures mt-0.5 text-ink-soft">{line.text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
