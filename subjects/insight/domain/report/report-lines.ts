/** A report in words: the head, then a line for each thing there is to say, with its figure and the page that shows it. The page, the mail and the paper say the same. */
import { noticeFacts, type Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { groupBy, type ReportNotice } from './facts.ts';
import type { ReportWriter } from './report-writer.ts';
import type { PeriodReport, ReportMoney, ReportUtility } from './period-report.ts';

export interface ReportLine {
  readonly kind: 'utility' | 'bill' | 'days' | 'worth' | 'noticed';
  readonly utility: Utility | null;
  readonly title: string;
  readonly text: string;
  readonly figure: string;
  readonly href: string;
}

export interface ToldReport {
  /** Your week, 16–22 November. */
  readonly heading: string;
  /** The money; where there is none, what was used. */
  readonly lead: string;
  readonly text: string;
  readonly href: string;
  readonly lines: readonly ReportLine[];
}

interface OpenBill {
  readonly total: string;
  readonly currency: string;
  readonly likely: { readonly low: string; readonly expected: string; readonly high: string } | null;
  readonly budget: string | null;
  readonly daysLeft: number;
}

export interface Telling {
  readonly report: PeriodReport;
  readonly bill: OpenBill | null;
  readonly writer: ReportWriter;
}

/** A smaller difference is none. */
const sameBelow = 0.005;
/** Another mean price is told from so much on. */
const priceFrom = 0.03;

const together = (...sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(' ');

/** A day, or the whole period, in Analytics. */
const analyticsOf = ({ kind, start, end }: PeriodReport, utility: Utility | null): string =>
  `/analytics?period=${kind}&at=${kind === 'month' ? start : addDays(end, -1)}${utility === null ? '' : `&utility=${utility}`}`;

const analyticsOfDay = (day: LocalDay): string => `/analytics?period=day&at=${day}`;

export const tellReport = (telling: Telling): ToldReport => {
  const { report, writer } = telling;
  const { money, utilities } = report;
  return {
    heading: writer.say('heading', { title: writer.say(`title.${report.kind}`), days: writer.period(report) }),
    lead:
      money === null
        ? writer.list(utilities.map(({ utility, used }) => writer.amount(utility, used)))
        : writer.money(money.total, report.currency),
    text: money === null ? (report.isOver ? '' : writer.say('money.soFar')) : moneyText(telling, money),
    href: money === null ? analyticsOf(report, null) : `${analyticsOf(report, null)}&measure=money`,
    lines: [
      ...utilities.map((one) => utilityLine(telling, one)),
      ...billLine(telling),
      ...daysLine(telling),
      ...worthLine(telling),
      noticedLine(telling),
    ],
  };
};

const moneyText = ({ report, writer }: Telling, money: ReportMoney): string => {
  const { say } = writer;
  const amount = (text: string) => writer.money(text.replace('-', ''), report.currency);
  const { difference, usual, range } = money;
  const sign = difference === null ? null : Number(difference);
  const way = sign === null ? null : sign === 0 ? 'same' : sign > 0 ? 'more' : 'less';
  const whole = report.bars.filter(({ isWhole, total }) => isWhole && total !== null);
  const [dearest, next] = [...whole].sort((a, b) => Number(b.total) - Number(a.total));
  const isTold = report.kind !== 'year' && whole.length > 2 && Number(dearest?.total) > Number(next?.total);
  return together(
    !report.isOver && say('money.soFar'),
    way !== null && say(`money.${way}.${report.kind}`, { amount: amount(difference ?? '0') }),
    usual !== null && report.isOver && say(`money.usual.${report.kind}`, { amount: amount(usual) }),
    range !== null && say('money.range', { low: amount(range.low), high: amount(range.high) }),
    money.isPartly && say('money.partly'),
    isTold && dearest && say('money.dearest', { day: writer.day(dearest.start, report.kind) }),
  );
};

const utilityLine = ({ report, writer }: Telling, own: ReportUtility): ReportLine => {
  const { say } = writer;
  const { utility, used, cost, coverage, estimated, movers } = own;
  const amount = writer.amount(utility, used);
  return {
    kind: 'utility',
    utility,
    title: say(`utility.${utility}`),
    text: together(
      usedText(own, amount, writer),
      coverage < 0.98 && say('measured', { share: writer.percent(coverage) }),
      estimated >= 0.05 * Math.abs(used) &&
        estimated > 0 &&
        say('estimated', { used: writer.amount(utility, estimated) }),
      ...movers.map((mover) => {
        const by = mover.difference === null ? mover.used - mover.usedBefore : Number(mover.difference);
        const moved =
          mover.difference === null
            ? writer.amount(utility, Math.abs(by))
            : writer.money(mover.difference.replace('-', ''), report.currency);
        return say(`why.${by > 0 ? 'more' : 'less'}`, { name: nameOf(writer, mover), amount: moved });
      }),
      priceText(writer, own, report.currency),
      cost === null && report.money !== null && say('noPrice'),
    ),
    figure: cost === null ? amount : writer.money(cost.total, report.currency),
    href: analyticsOf(report, utility),
  };
};

/** How much, and how that compares; where there is no money, its figure has said how much. */
const usedText = ({ change, cost, atLeast }: ReportUtility, used: string, { say, percent }: ReportWriter) => {
  if (atLeast) return say('used.least', { used });
  if (change === null) return cost !== null && say('used.plain', { used });
  const way = Math.abs(change) < sameBelow ? 'same' : change > 0 ? 'more' : 'less';
  const values = { used, share: percent(Math.abs(change)) };
  return say(cost === null ? `change.${way}` : `used.${way}`, values);
};

const nameOf = (
  { say }: ReportWriter,
  { name, isRest }: { readonly name: string; readonly isRest: boolean },
): string => (isRest ? say('unmetered') : name);

/** The mean price of its use, where it became another one. */
const priceText = (writer: ReportWriter, { utility, used, cost, before }: ReportUtility, currency: string | null) => {
  if (cost === null || before === null || used <= 0 || before.used <= 0) return false;
  const { unit, size } = writer.pricedBy(utility);
  const [now, past] = [(Number(cost.use) / used) * size, (Number(before.use) / before.used) * size];
  if (now <= 0 || past <= 0 || Math.abs(now / past - 1) < priceFrom) return false;
  return writer.say('price', { unit, now: writer.price(now, currency), before: writer.price(past, currency) });
};

const billLine = ({ bill, writer }: Telling): ReportLine[] => {
  if (bill === null) return [];
  const { say } = writer;
  const whole = (amount: string) => writer.wholeMoney(Number(amount), bill.currency);
  const { likely, budget, daysLeft } = bill;
  const left = budget === null || likely === null ? null : Number(budget) - Number(likely.expected);
  const text = together(
    likely !== null &&
      say(whole(likely.low) === whole(likely.high) ? 'bill.headingTo' : 'bill.heading', {
        likely: whole(likely.expected),
        low: whole(likely.low),
        high: whole(likely.high),
      }),
    left !== null &&
      Math.abs(left) >= 1 &&
      say(`bill.${left > 0 ? 'under' : 'over'}`, { amount: whole(String(Math.abs(left))) }),
    say('bill.left', { count: daysLeft }),
  );
  const figure = writer.money(bill.total, bill.currency);
  return [{ kind: 'bill', utility: null, title: say('bill.title'), text, figure, href: '/billing' }];
};

/** Of the best day, and the oddest. */
const daysLine = ({ report, writer }: Telling): ReportLine[] => {
  const { say } = writer;
  const { best, oddest, currency, kind } = report;
  const worth = (utility: Utility | null, amount: string | null, used: number | null): string =>
    amount === null ? (utility === null ? '' : writer.amount(utility, used ?? 0)) : writer.money(amount, currency);
  const line = { kind: 'days', utility: null } as const;
  if (best === null && oddest === null) return [];
  const values = oddest && {
    day: writer.day(oddest.day, kind),
    amount: worth(oddest.utility, oddest.amount, oddest.used),
    usual: worth(oddest.utility, oddest.usual, oddest.usualUsed),
  };
  const mostly = oddest?.mostly;
  const made =
    mostly != null &&
    say(`days.made.${mostly.used > 0 ? 'more' : 'less'}`, {
      name: nameOf(writer, mostly),
      amount: writer.amount(mostly.utility, Math.abs(mostly.used)),
    });
  if (best === null && oddest !== null)
    return [
      {
        ...line,
        title: say('days.oddest', { day: values?.day ?? '' }),
        text: together(say('days.oddAlone', { ...values }), made),
        figure: values?.amount ?? '',
        href: analyticsOfDay(oddest.day),
      },
    ];
  if (best === null) return [];
  return [
    {
      ...line,
      title: say('days.best', { day: writer.day(best.day, kind) }),
      text: together(values && say('days.odd', values), made),
      figure: worth(best.utility, best.amount, best.used),
      href: analyticsOfDay(oddest?.day ?? best.day),
    },
  ];
};

const whatOf = ({ say }: ReportWriter, { kind }: ReportNotice): string =>
  say(`noticed.group.${noticeFacts(kind).group}`);

const whoseOf = ({ say }: ReportWriter, { device, utility }: ReportNotice): string =>
  device ?? (utility === null ? '' : say(`utility.${utility}`));

const noticedLine = ({ report: { notices, utilities, away }, writer }: Telling): ReportLine => {
  const { say } = writer;
  const wereAway = away.map(({ from, to, isSaid }) =>
    say(isSaid ? 'noticed.away' : 'noticed.empty', { days: writer.days(from, to) }),
  );
  const line = { kind: 'noticed', utility: null, href: '/notices' } as const;
  if (notices.length === 0) {
    const isHeard = utilities.every(({ coverage }) => coverage >= 0.98);
    return {
      ...line,
      title: say('noticed.well'),
      text: together(say('noticed.none'), isHeard && say('noticed.heard'), ...wereAway),
      figure: '',
    };
  }
  const groups = [...groupBy(notices, (notice) => whatOf(writer, notice))];
  const text = together(
    ...groups.map(([what, own]) => {
      const names = [...new Set(own.map((notice) => whoseOf(writer, notice)))].filter((name) => name !== '');
      return say('noticed.of', { what, names: names.length === 0 ? writer.number(own.length) : writer.list(names) });
    }),
  );
  return {
    ...line,
    title: say('noticed.title', { count: notices.length }),
    text: together(text, ...wereAway),
    figure: '',
  };
};

const worthLine = ({ report, writer }: Telling): ReportLine[] => {
  const { say } = writer;
  const { worth } = report;
  const line = { kind: 'worth', utility: null } as const;
  if (worth === null) return [];
  if (worth.kind === 'notice') {
    const { notice } = worth;
    return [
      {
        ...line,
        title: say('worth.notice.title', { name: whoseOf(writer, notice) }),
        text: say('worth.notice.text', { since: writer.instant(notice.since), what: whatOf(writer, notice) }),
        figure: '',
        href: '/notices',
      },
    ];
  }
  const { title, why } = writer.advice(worth.advice);
  const { money } = worth.advice;
  return [
    {
      ...line,
      title: say('worth.advice.title', { title }),
      text: why,
      figure: say('worth.advice.figure', { amount: writer.money(money.perMonth, money.currency) }),
      href: '/changes',
    },
  ];
};
