/** The rules of a home: asked for, set, and gone through again. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { noticesKey } from '#shell/household/household-notices.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { askReplay, changeRule, readRules, type RuleState } from '../contract/rules.ts';

/** While a year is gone through. */
const waitsMs = 2_000;

const rulesKey = (household: string) => ['rules', household] as const;

export const rulesQuery = (household: string) =>
  queryOptions({
    queryKey: rulesKey(household),
    queryFn: async ({ signal }) => (await callService(readRules, { query: { household }, signal })).rules,
    refetchInterval: ({ state }) => (state.data?.some(({ replay }) => replay?.state === 'waiting') ? waitsMs : false),
    meta: keptOffline,
  });

interface Change {
  kind: RuleState['kind'];
  body: { isOn?: boolean; forgive?: true };
  said: string;
}

export function useRuleChanges(household: string) {
  const { t } = useTranslation('rules');
  const words = useFailureMessages();
  const queries = useQueryClient();
  const queryKey = rulesKey(household);
  const failed = (error: unknown) => notify(t('page.failed'), words.ofService(error), 'alert');
  const change = useMutation({
    // One after the other: what was pressed last is what stays.
    scope: { id: 'rules' },
    mutationFn: ({ kind, body }: Change) => callService(changeRule, { params: { kind }, query: { household }, body }),
    onMutate: ({ kind, body }) =>
      queries.setQueryData<RuleState[]>(queryKey, (rules) =>
        rules?.map((rule) => (rule.kind === kind ? { ...rule, isOn: body.isOn ?? rule.isOn } : rule)),
      ),
    onSuccess: (_, { said }) => notify(said),
    onError: failed,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: noticesKey(household) });
    },
  });
  const replay = useMutation({
    mutationFn: (kind: RuleState['kind']) => callService(askReplay, { params: { kind }, query: { household } }),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return { change, replay };
}
