/** The home beside homes like it: beside what was published, with its source; where that is not known, what is missing and where it is said. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { ComparedUtility } from '#subjects/insight/contract/compare.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { compareLink, escapeMarkdown, figure, utilityName } from '../writer.ts';
import { capital, note, paragraphs, together, usageTexts } from '../usage/phrases.ts';
import { isWhole } from '../usage/use-facts.ts';
import { numberColumn, textColumn } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    others: { readonly part: AskedPart };
  }
}

type OthersIntent = Intent<'others'>;
type Published = NonNullable<ComparedUtility['published']>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'others');
/** As the page of it says it. */
const pageTexts = ({ language }: Asking) => textsIn(language, 'compare');

/** Within so much of it they are alike. */
const alike = 0.02;

const differenceText = (asking: Asking, own: number, published: number): string => {
  const change = own / published - 1;
  const which = Math.abs(change) < alike ? 'alike' : change < 0 ? 'less' : 'more';
  return pageTexts(asking)(`difference.${which}`, { share: asking.write.percent(Math.abs(change)) });
};

const sourceText = (asking: Asking, { source, scope }: Published): string => {
  const { title, year } = source;
  const cited = pageTexts(asking)('published.source', { title: escapeMarkdown(title), year: String(year) });
  return `[${cited}](${compareLink}). ${pageTexts(asking)(`published.scope.${scope}`)}`;
};

const dayText = (asking: Asking, utility: Utility, perDay: number): string =>
  pageTexts(asking)('aDay', { amount: figure(asking.write.amount(utility, perDay), compareLink) });

const besidePublished = (asking: Asking, { utility, year }: ComparedUtility, published: Published): string => {
  const values = {
    utility: capital(utilityName(asking.language, utility)),
    published: dayText(asking, utility, published.perDay),
    is: pageTexts(asking)(`published.is.${published.is}`).toLocaleLowerCase(asking.write.locale),
  };
  if (year.perDay === null) return texts(asking)('own-unknown', values);
  return texts(asking)(year.state === 'estimated' ? 'beside-estimated' : 'beside', {
    ...values,
    own: dayText(asking, utility, year.perDay),
    difference: differenceText(asking, year.perDay, published.perDay),
    known: asking.write.number(year.daysKnown),
  });
};

const missingText = (asking: Asking, { utility, missing }: ComparedUtility): string =>
  texts(asking)(`missing-${missing ?? 'unpublished'}`, {
    utility: capital(utilityName(asking.language, utility)),
    link: missing === 'country' ? '/profile' : compareLink,
  });

const oneText = (asking: Asking, compared: ComparedUtility): string =>
  compared.published
    ? `${besidePublished(asking, compared, compared.published)} ${sourceText(asking, compared.published)}`
    : missingText(asking, compared);

const readCompared = async (asking: Asking, { utility }: Pick<AskedPart, 'utility'>) => {
  const { utilities, origin } = await asking.sources.comparison();
  return { origin, own: utilities.filter((one) => utility === null || one.utility === utility) };
};

const resultOf = (asking: Asking, own: readonly ComparedUtility[]): FoundResult => {
  const t = pageTexts(asking);
  const rows = own.flatMap(({ utility, year, published }) =>
    published === null
      ? []
      : [
          [
            capital(utilityName(asking.language, utility)),
            year.perDay === null
              ? t('state.unknown')
              : t('aDay', { amount: asking.write.amount(utility, year.perDay) }),
            t('aDay', { amount: asking.write.amount(utility, published.perDay) }),
          ],
        ],
  );
  const columns = [
    textColumn(textsIn(asking.language, 'replies', 'co2')('column')),
    numberColumn(t('published.yours')),
    numberColumn(t('published.title')),
  ];
  return {
    tool: 'compare',
    title: t('title'),
    link: compareLink,
    ...(rows.length > 0 && { table: { columns, rows } }),
  };
};

const replyToOthers = async (asking: Asking, { part }: OthersIntent): Promise<OwnAnswer> => {
  const { own, origin } = await readCompared(asking, part);
  const t = texts(asking);
  if (own.length === 0) return { text: usageTexts(asking.language)('no-readings'), results: [] };
  return {
    text: paragraphs(
      t('neighbours'),
      own.map((one) => (own.length > 1 ? `- ${oneText(asking, one)}` : oneText(asking, one))).join('\n'),
      note(
        together(
          !isWhole(part) && t('whole-only'),
          origin === 'simulated' && usageTexts(asking.language)('note-simulated'),
        ),
      ),
    ),
    results: [resultOf(asking, own)],
  };
};

const besideShape = z.strictObject({
  ownPerDay: z.union([shape.quantity, z.string()]),
  published: z.union([
    z.strictObject({
      perDay: shape.quantity,
      is: z.string(),
      source: z.looseObject({ title: z.string() }),
    }),
    z.string(),
  ]),
});

export const othersTool = createTool({
  name: 'compare_with_published',
  tool: 'compare',
  description:
    'The household’s mean day of the last 365 days beside a published figure of homes like it, with its source; or what is missing for that. Nothing is known of neighbours.',
  args: {},
  facts: z.strictObject(shape.each(besideShape)),
  run: async (asking) => {
    const { own } = await readCompared(asking, { utility: null });
    const told = ({ utility, year, published, missing }: ComparedUtility): z.output<typeof besideShape> => ({
      ownPerDay: year.perDay === null ? 'too few days known' : quantityFacts(asking, utility, year.perDay),
      published: published
        ? {
            perDay: quantityFacts(asking, utility, published.perDay),
            is: published.is,
            source: { ...published.source },
          }
        : `missing: ${missing ?? 'unpublished'}`,
    });
    return { facts: toEachUtility(own.map((one) => [one.utility, told(one)] as const)), result: resultOf(asking, own) };
  },
});

export const othersTopic: Topic<'others'> = {
  about: 'others',
  takes: 'than more less normal average use compare',
  next: ['compare', 'device-costs', 'tips'],
  tools: [othersTool],
  reply: replyToOthers,
};
