/** The community's own words, without the schemas: what a browser needs of them. */
export const communityParts = ['announcements', 'discussions', 'trending', 'events', 'resources'] as const;
export type CommunityPart = (typeof communityParts)[number];

export const postKinds = ['announcement', 'discussion', 'event', 'resource'] as const;
export type PostKind = (typeof postKinds)[number];

export const reportReasons = ['spam', 'unkind', 'private', 'false', 'other'] as const;

export const moderationActs = ['hide', 'restore', 'pin', 'unpin', 'close', 'reopen', 'dismiss'] as const;

/** Most characters of each text, after what cannot be seen was taken out. */
export const communityLimits = {
  title: 120,
  body: 10_000,
  reply: 5_000,
  link: 500,
  place: 120,
  report: 1_000,
  why: 300,
};
