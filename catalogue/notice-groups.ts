/** By which ways a home is told of its notices, and what of: what the first pages need not load. */

/**
 * What is told where nobody has chosen: by mail (to who may only look: nothing), and by what reaches a phone or a program. `needs`: what a home must
 * have so that there can be anything to tell.
 */
export const noticeGroups = {
  water: { byMail: true, byMessage: true, needs: 'leaks' },
  silent: { byMail: true, byMessage: true, needs: 'meters' },
  house: { byMail: true, byMessage: true, needs: 'meters' },
  meters: { byMail: false, byMessage: false, needs: 'meters' },
  use: { byMail: false, byMessage: false, needs: 'meters' },
  budgets: { byMail: true, byMessage: false, needs: 'money' },
} as const satisfies Record<string, NoticeGroupFacts>;

export type NoticeGroup = keyof typeof noticeGroups;
export const noticeGroupIds = Object.keys(noticeGroups) as NoticeGroup[];

interface NoticeGroupFacts {
  readonly byMail: boolean;
  readonly byMessage: boolean;
  readonly needs: 'leaks' | 'meters' | 'money';
}

/** By what a person is told beside the bell. */
export const noticeWays = ['mail', 'push', 'webhook', 'ntfy', 'matrix'] as const;
export type NoticeWay = (typeof noticeWays)[number];
