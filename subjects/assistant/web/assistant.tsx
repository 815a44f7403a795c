import { useState } from 'react';
import { useHousehold, useHouseholdTurn } from '#shell/household/household.ts';
import { useUserId } from '#shell/session/session.ts';
import { Tooltips } from '#shell/ui/tooltip.tsx';
import { AssistantPanel } from './assistant-panel.tsx';
import { useHistory } from './history.ts';
import { useConversation } from './use-conversation.ts';

export interface AssistantProps {
  open: boolean;
  onClose: () => void;
}

/** The conversation outlives the panel and the page it was opened on, but never the person, nor the household. */
export function Assistant(props: AssistantProps) {
  const userId = useUserId();
  return <AssistantOfPerson key={`${userId ?? ''} ${useHouseholdTurn()}`} userId={userId} {...props} />;
}

function AssistantOfPerson({ open, onClose, userId }: AssistantProps & { userId: string | undefined }) {
  const householdId = useHousehold().data?.id;
  const [draft, setDraft] = useState('');
  const talk = useConversation(householdId);
  const history = useHistory({ open, userId, householdId, dispatch: talk.dispatch });
  if (!open) return null;
  return (
    <Tooltips>
      <AssistantPanel
        householdId={householdId}
        talk={talk}
        history={history}
        draft={draft}
        onDraft={setDraft}
        onClose={onClose}
      />
    </Tooltips>
  );
}
