import { Check, Copy, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '#shell/parts/copy-button.tsx';
import { useLanguage } from '#shell/text/i18n.ts';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { Button } from '#shell/ui/button.tsx';
import type { AssistantResult } from '../contract/assistant.ts';
import { ActionCard } from './action-card.tsx';
import { AnswerText, DataTable, inAppAddress, PageLink, plainText } from './answer-text.tsx';
import { type ActionState, type Answer, type ChatMessage, nothingElse, useFaultMessages } from './conversation.ts';
import { SeriesChart } from './series-chart.tsx';

export interface AnswerItemProps {
  message: ChatMessage;
  onRetry: () => void;
  onSettled: (action: string, state: ActionState) => void;
}

/** One answer: what came before a fault, the fault, what came after it; then where its figures come from, and what is to be known of them. */
export function AnswerItem({ message, onRetry, onSettled }: AnswerItemProps) {
  const { t } = useTranslation('assistant');
  const faultMessages = useFaultMessages();
  const { content, answer = nothingElse } = message;
  const { status, fault, results, actions, hasUnverified } = answer;
  const isComing = status === 'coming';
  const { text, note } = splitNote(content);
  if (isComing && content === '' && fault === undefined && actions.length === 0) {
    return <p className="animate-breathe text-ink-soft">{t('thinking')}</p>;
  }
  // What still comes is the last part of it.
  const at = fault?.at ?? 0;
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return (
    <div className="space-y-3">
      <AnswerText text={before} />
      {fault !== undefined && <p className="text-alert">{faultMessages(fault.code)}</p>}
      <AnswerText text={isComing ? textSoFar(after) : after} />
      {hasUnverified && <p className="text-small text-ink-soft">{t('unverified.note')}</p>}
      {actions.map((action) => (
        <ActionCard
          key={action.proposed.id}
          action={action}
          onSettled={(state) => onSettled(action.proposed.id, state)}
        />
      ))}
      {!isComing && <ResultList results={results} />}
      {note !== '' && (
        <div className="text-small text-ink-soft [&_em]:not-italic">
          <AnswerText text={note} />
        </div>
      )}
      {!isComing && <AnswerTools message={message} onRetry={onRetry} />}
    </div>
  );
}

function ResultList({ results }: Pick<Answer, 'results'>) {
  const { t } = useTranslation('assistant');
  if (results.length === 0) return null;
  return (
    <ul aria-label={t('results')} className="space-y-2.5 border-l-2 border-line pl-3">
      {results.map((result) => (
        <ResultItem key={result.id} result={result} />
      ))}
    </ul>
  );
}

/** What was looked at for an answer: a quiet line to its page, with its table or chart. */
function ResultItem({ result: { title, link, table, series } }: { result: AssistantResult }) {
  const to = link === null ? undefined : inAppAddress(link);
  const language = useLanguage();
  return (
    <li lang={scriptOf(title, language)} className="written space-y-1.5 text-small">
      {to === undefined ? (
        <span className="text-ink-soft">{title}</span>
      ) : (
        <PageLink to={to} quiet>
          {title}
        </PageLink>
      )}
      {series !== undefined && series.points.length > 0 && <SeriesChart title={title} series={series} />}
      {table !== undefined && <ResultTable title={title} table={table} />}
    </li>
  );
}

function ResultTable({
  title,
  table: { columns, rows },
}: {
  title: string;
  table: NonNullable<AssistantResult['table']>;
}) {
  const { t } = useTranslation('assistant');
  const [isWhole, setIsWhole] = useState(rows.length <= shownFirst + 1);
  return (
    <>
      <DataTable
        caption={title}
        columns={columns}
        rows={(isWhole ? rows : rows.slice(0, shownFirst)).map((cells) => cells.map(cellOf))}
        isWhole={(column) => columns[column]?.isNumber === true}
        className="[&_td]:py-1.5"
      />
      {!isWhole && (
        <Button look="quiet" size="small" className="-ml-3" onClick={() => setIsWhole(true)}>
          {t('showAll', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

const shownFirst = 5;

/** What stands on further lines explains the first: it is small, and keeps the table narrow. */
function cellOf(text: string): ReactNode {
  const [first, ...others] = text.split('\n');
  if (others.length === 0) return first;
  return (
    <>
      {first}
      <span className="block text-[0.8125rem] leading-snug text-ink-soft">{others.join(' ')}</span>
    </>
  );
}

/** Below a finished answer: copied as plain text, or asked for again where it is not whole. */
function AnswerTools({ message, onRetry }: { message: ChatMessage; onRetry: () => void }) {
  const { t } = useTranslation('assistant');
  const { status, fault } = message.answer ?? nothingElse;
  const isStopped = status === 'stopped';
  return (
    <div className="-mt-1.5 -ml-2 flex flex-wrap items-center">
      {isStopped && <span className="px-2 text-small text-ink-soft">{t('stopped')}</span>}
      {message.content !== '' && <CopyTool text={message.content} />}
      {(isStopped || fault !== undefined) && (
        <Tool icon={<RotateCcw className="size-4" aria-hidden />} onClick={onRetry}>
          {t('retry')}
        </Tool>
      )}
    </div>
  );
}

function CopyTool({ text }: { text: string }) {
  const { t } = useTranslation('copy');
  const words = plainText(text);
  const { copied, copy } = useCopy(words);
  const Icon = copied ? Check : Copy;
  const name = t(copied ? 'done' : 'copy');
  return (
    <Tool icon={<Icon className="size-4" aria-hidden />} label={`${name}: ${beginningOf(words)}`} onClick={copy}>
      <span aria-live="polite">{name}</span>
    </Tool>
  );
}

interface ToolProps {
  icon: ReactNode;
  /** Where its words alone do not tell it from others. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ icon, label, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-small text-ink-soft transition-colors duration-150 hover:bg-leaf-soft hover:text-leaf pointer-coarse:min-h-11"
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}

const maxBeginningLength = 60;

/** Tells the answers' tools apart: whole words, as many as a name may have. */
function beginningOf(words: string): string {
  const line = words.replace(/\s+/g, ' ');
  if (line.length <= maxBeginningLength) return line;
  const end = line.lastIndexOf(' ', maxBeginningLength);
  return `${line.slice(0, end > 0 ? end : maxBeginningLength)}…`;
}

/** A last paragraph all in italics says how sure the figures are: it stands small, below what they come from. */
export function splitNote(content: string): { text: string; note: string } {
  const at = content.lastIndexOf('\n\n');
  const last = content.slice(at + 2);
  const isNote = at > 0 && /^_[^_\n](?:.*[^\\\n])?_$/u.test(last);
  return isNote ? { text: content.slice(0, at), note: last } : { text: content, note: '' };
}

/** Markdown whose end is still to come, without the marks that are not closed yet: they would flicker as text. */
export function textSoFar(text: string): string {
  return closeBold(openLink(withoutOpenTable(text)));
}

function closeBold(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  const marks = line.match(/\*\*/g)?.length ?? 0;
  if (marks % 2 === 1) return /\*\*\s*$/.test(text) ? text.replace(/\*\*\s*$/, '') : `${text.replace(/\*$/, '')}**`;
  return text.replace(/(?<!\*)\*$/, '');
}

/** `[12.4 kWh](/analyt` is `12.4 kWh` until the address is whole. */
function openLink(text: string): string {
  return text.replace(/\[([^\][\n]*)(\](\([^)\n]*)?)?$/, '$1');
}

/** A table is one when the line below its head is there. */
function withoutOpenTable(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const block = text.slice(start).trimStart();
  if (!block.startsWith('|')) return text;
  const lines = block.split('\n');
  const isTable = /^[\s|:-]+$/.test(lines[1] ?? '') && lines.length > 2;
  if (!isTable) return text.slice(0, start);
  // The row that is being written has not all of its cells yet.
  return text.slice(0, text.lastIndexOf('\n'));
}
