import { useMutation } from '@tanstack/react-query';
import { outbox } from '#shell/data/browser-outbox.ts';
import { ServiceError, type ServiceErrorCode } from '#shell/data/service-error.ts';
import { type CommunityWriting, communityWriting } from './community-writing.ts';

/** The id of what was made; null: it waits for the connection. Fails with the code of what refused it. */
export function useWriting(onDone: (id: string | null) => void) {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (writing: CommunityWriting): Promise<string | null> => {
      const subject = 'post' in writing ? 'post' : `reply-${writing.to}`;
      const submitted = await outbox.submit(communityWriting, subject, writing);
      if (submitted.status === 'sent') return (submitted.answer as { id: string }).id;
      if (submitted.status === 'refused') throw new ServiceError(submitted.code as ServiceErrorCode, 0, submitted.code);
      if (submitted.status === 'not-kept') throw new ServiceError('network', 0, 'offline');
      return null;
    },
    onSuccess: onDone,
  });
}
