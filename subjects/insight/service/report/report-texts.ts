/** A report in the words of a reader of the service. */
import type { Language } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { ReportAnswer } from '../../contract/report.ts';
import { tellReport, type ToldReport } from '../../domain/report/report-lines.ts';
import { createReportWriter, type ReportWriter } from '../../domain/report/report-writer.ts';
import type { PeriodReport } from '../../domain/report/period-report.ts';

export interface WrittenReport {
  readonly report: PeriodReport;
  readonly told: ToldReport;
  readonly writer: ReportWriter;
  readonly home: ReportAnswer['home'];
  readonly language: Language;
}

/** Null: nothing was measured. */
export const writeReport = ({ report, bill, home }: ReportAnswer, language: Language): WrittenReport | null => {
  if (report === null) return null;
  const writer = createReportWriter(textsIn(language, 'report'), textsIn(language, 'advice'), { language, ...home });
  return { report, told: tellReport({ report, bill, writer }), writer, home, language };
};
