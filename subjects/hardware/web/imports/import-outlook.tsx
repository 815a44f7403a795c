import { useQuery } from '@tanstack/react-query';
import { type ImportOptions, type ImportReport, readImport } from '#subjects/readings/contract/imports.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useFormat } from '#shell/household/household.ts';
import { Card } from '#shell/ui/card.tsx';
import { Progress } from '#shell/ui/progress.tsx';
import { beginImport } from './import-api.ts';
import { isRunning, ReportCounts, TotalsCard } from './import-progress.tsx';

const askEveryMs = 400;
/** Whoever still types is not answered letter by letter. */
const settleMs = 400;

/** What would come of an import with these options: the whole file, judged as it will be, and nothing written. */
export function useImportOutlook(fileId: string, options: ImportOptions) {
  const [settled, setSettled] = useState(options);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(options), settleMs);
    return () => clearTimeout(timer);
  }, [options]);
  const isAsked = isZone(settled.timeZone) && settled.mappings.some(({ target }) => !('skip' in target));
  const look = useQuery({
    queryKey: ['import-look', fileId, settled],
    queryFn: () => beginImport(fileId, settled, true),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const id = look.data?.id;
  const report = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => callService(readImport, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? askEveryMs : false),
  });
  const isOver = settled === options && report.data?.state === 'done';
  return { report: report.data, isAsked, isOver, isContradicted: isOver && report.data?.isContradicted === true };
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

export interface ImportOutlookProps {
  outlook: ReturnType<typeof useImportOutlook>;
  isAllTheSame: boolean;
  onAllTheSame: (isChosen: boolean) => void;
}

export function ImportOutlook({ outlook, isAllTheSame, onAllTheSame }: ImportOutlookProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { report, isAsked, isOver } = outlook;
  if (!isAsked) return null;
  return (
    <>
      <Card title={t('import.outlook')}>
        <div data-outlook={isOver ? 'done' : 'running'} className="min-h-16">
          {isOver && report !== undefined ? (
            <>
              <ReportCounts report={report} />
              {report.problems.length > 0 && (
                <ul className="mt-3 rounded-control bg-power-soft px-3 py-2 text-small">
                  {codesOf(report).map(({ code, line }) => (
                    <li key={code}>
                      {t('import.line', { line: format.number(line) })}: {t(`import.problem.${code}`)}
                    </li>
                  ))}
                </ul>
              )}
            </>
          ) : (
            <Progress
              label={t('import.looking')}
              {...(report !== undefined && { value: report.bytesRead / Math.max(1, report.bytes) })}
            />
          )}
        </div>
        {isOver && report !== undefined && outlook.isContradicted && (
          <div role="alert" className="mt-4 rounded-control bg-alert-soft px-3 py-2">
            <p className="text-alert">
              {t('import.manyConflicts', { count: report.conflicts, conflicts: format.number(report.conflicts) })}
            </p>
            <label className="mt-2 flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                className="size-5"
                checked={isAllTheSame}
                onChange={(event) => onAllTheSame(event.target.checked)}
              />
              {t('import.allTheSame')}
            </label>
          </div>
        )}
      </Card>
      {isOver && report !== undefined && report.totals.length > 0 && <TotalsCard report={report} isAhead />}
    </>
  );
}

/** Each kind of problem once, with the first line that has it. */
function codesOf({ problems }: ImportReport): ImportReport['problems'] {
  return problems.filter(({ code }, i) => problems.findIndex((other) => other.code === code) === i).slice(0, 5);
}
