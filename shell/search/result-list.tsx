import {
  CircleHelp,
  DoorOpen,
  FileText,
  type LucideIcon,
  MessagesSquare,
  Plug,
  ReceiptText,
  WandSparkles,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../ui/class-names.ts';
import type { SearchEntry, SearchGroup } from './search-entries.ts';

const icons: Record<SearchGroup, LucideIcon> = {
  pages: FileText,
  actions: WandSparkles,
  devices: Plug,
  rooms: DoorOpen,
  bills: ReceiptText,
  answers: CircleHelp,
  posts: MessagesSquare,
};

export interface ResultListProps {
  id: string;
  results: readonly SearchEntry[];
  /** The one that Enter opens. */
  active: number | undefined;
  onChoose: (entry: SearchEntry) => void;
}

/** The results under the names of their groups; the focus stays in the field, which names the active one. */
export function ResultList({ id, results, active, onChoose }: ResultListProps) {
  const { t } = useTranslation('search');
  const groups = [...new Set(results.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('title')}
      className="mt-1 max-h-[55dvh] overflow-y-auto max-sm:min-h-[30dvh]"
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className="pt-3 pb-1 text-small font-semibold text-ink-soft">
            {t(`groups.${group}`)}
          </p>
          {results.map(
            (entry, index) =>
              entry.group === group && (
                <Result
                  key={entry.id}
                  id={`${id}-${index}`}
                  entry={entry}
                  isActive={index === active}
                  onChoose={onChoose}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

interface ResultProps {
  id: string;
  entry: SearchEntry;
  isActive: boolean;
  onChoose: (entry: SearchEntry) => void;
}

function Result({ id, entry, isActive, onChoose }: ResultProps) {
  const Icon = icons[entry.group];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and its keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-leaf-soft',
        isActive && 'bg-leaf-soft outline-2 -outline-offset-2 outline-leaf',
      )}
      onClick={() => onChoose(entry)}
    >
      <Icon className="size-4.5 shrink-0 text-ink-soft" aria-hidden />
      <span className="min-w-0 flex-1 break-words">{entry.title}</span>
      {entry.detail !== undefined && (
        <span className="max-w-[45%] truncate text-small text-ink-soft">{entry.detail}</span>
      )}
    </div>
  );
}
